// Signs in with a passkey, and adds one, where the browser knows what that is; every page with such
// a form works as well without it.

// A challenge is good for five minutes; a page that was left open needs a new one.
const patience = 240_000;
const opened = Date.now();
const isOld = () => Date.now() - opened > patience;

const bytes = (text) => {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
};

const text = (buffer) => {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};

const say = (sentence) => {
  const message = document.getElementById("passkey-message");
  message.textContent = sentence;
  message.hidden = sentence === "";
};

const fill = (form, answers) => {
  for (const [name, value] of Object.entries(answers)) {
    form.elements.namedItem(name).value = text(value);
  }
};

// Has a form's button do something that takes a while, and says what went wrong.
const whenSent = (form, work, reasonFor) => {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    button.disabled = true;
    say("");
    try {
      await work();
      form.submit();
    } catch (error) {
      say(reasonFor(error));
    } finally {
      button.disabled = false;
    }
  });
  form.hidden = false;
};

class TooOld extends Error {}

const signIn = (form) => {
  // The browser offers passkeys beside the address until the button asks for one.
  const offer = new AbortController();

  const ask = async (options) => {
    const credential = await navigator.credentials.get({
      ...options,
      publicKey: {
        challenge: bytes(form.dataset.challenge),
        rpId: form.dataset.rpId,
        allowCredentials: [],
        userVerification: "required",
        timeout: patience,
      },
    });
    const { response } = credential;
    fill(form, {
      credential_id: credential.rawId,
      client_data: response.clientDataJSON,
      authenticator_data: response.authenticatorData,
      signature: response.signature,
      user_handle: response.userHandle ?? new ArrayBuffer(0),
    });
  };

  const reasonFor = (error) => {
    if (error instanceof TooOld) {
      return "This page has been open for too long. Load it again to use a passkey.";
    }
    switch (error.name) {
      case "NotAllowedError":
      case "AbortError":
        return "No passkey was used. Try again, or sign in with your password.";
      case "SecurityError":
        return "Passkeys do not work at this address. Sign in with your password.";
      default:
        return "The passkey could not be used. Sign in with your password.";
    }
  };

  const offerBesideAddress = async () => {
    if (document.querySelector("input[autocomplete~=webauthn]") === null) {
      return;
    }
    try {
      if (await PublicKeyCredential.isConditionalMediationAvailable?.()) {
        setTimeout(() => offer.abort(), patience);
        await ask({ mediation: "conditional", signal: offer.signal });
        form.submit();
      }
    } catch {
      // Nobody asked for it; the button says what is wrong.
    }
  };

  whenSent(
    form,
    async () => {
      if (isOld()) {
        throw new TooOld();
      }
      offer.abort();
      await ask({});
    },
    reasonFor,
  );
  offerBesideAddress();
};

const add = (form) => {
  const fresh = async () => {
    if (!isOld()) {
      return form.dataset.options;
    }
    const answer = await fetch(location.pathname, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return page.getElementById("new-passkey").dataset.options;
  };

  const make = async () => {
    // The server has shown it again, because something else was wrong.
    if (form.elements.namedItem("attestation_object").value !== "" && !isOld()) {
      return;
    }
    const options = JSON.parse(await fresh());
    const { response } = await navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: bytes(options.challenge),
        user: { ...options.user, id: bytes(options.user.id) },
        excludeCredentials: options.excludeCredentials.map((known) => ({
          ...known,
          id: bytes(known.id),
        })),
      },
    });
    fill(form, {
      client_data: response.clientDataJSON,
      attestation_object: response.attestationObject,
    });
  };

  const reasonFor = (error) => {
    switch (error.name) {
      case "NotAllowedError":
      case "AbortError":
        return "No passkey was made. Try again when you are ready.";
      case "InvalidStateError":
        return "This device has a passkey for you already.";
      case "SecurityError":
        return "Passkeys do not work at this address.";
      default:
        return "No passkey could be made. Load the page again, and try once more.";
    }
  };

  whenSent(form, make, reasonFor);
  document.getElementById("no-passkeys").hidden = true;
};

if (window.PublicKeyCredential && navigator.credentials) {
  const forms = { passkey: signIn, "new-passkey": add };
  for (const [id, use] of Object.entries(forms)) {
    const form = document.getElementById(id);
    if (form !== null) {
      use(form);
    }
  }
}

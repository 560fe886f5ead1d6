// Offers a passkey where the browser knows what that is; without this script the page works as well.
(() => {
  "use strict";

  const form = document.getElementById("passkey");
  if (!form || !window.PublicKeyCredential || !navigator.credentials) {
    return;
  }

  // A challenge is good for five minutes; a page that was left open asks for a new one.
  const patience = 240_000;
  const opened = Date.now();

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

  const reasonFor = (error) => {
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

  const ask = async () => {
    const credential = await navigator.credentials.get({
      publicKey: {
        challenge: bytes(form.dataset.challenge),
        rpId: form.dataset.rpId,
        allowCredentials: [],
        userVerification: "required",
        timeout: patience,
      },
    });
    const { response } = credential;
    const answers = {
      credential_id: credential.rawId,
      client_data: response.clientDataJSON,
      authenticator_data: response.authenticatorData,
      signature: response.signature,
      user_handle: response.userHandle ?? new ArrayBuffer(0),
    };
    for (const [name, value] of Object.entries(answers)) {
      form.elements.namedItem(name).value = text(value);
    }
  };

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (Date.now() - opened > patience) {
      say("This page has been open for too long. Load it again to use a passkey.");
      return;
    }
    const button = form.querySelector("button");
    button.disabled = true;
    say("");
    try {
      await ask();
      form.submit();
    } catch (error) {
      say(reasonFor(error));
    } finally {
      button.disabled = false;
    }
  });

  form.hidden = false;
})();

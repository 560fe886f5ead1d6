// Asks the device where it is, for a place that is added: only when its button is pressed.
//
// What it says is put into the form, like what is typed, and goes nowhere before that is sent.

const part = document.querySelector("#here");
const button = part.querySelector("button");
const said = part.querySelector("[role=status]");
const form = part.closest("section").querySelector("form");

// A position is good enough when it is this new, and not worth a longer wait, in milliseconds.
const maximumAge = 60_000;
const timeout = 20_000;
// A place smaller than this is hardly met, in metres.
const leastRadius = 100;

const words = {
  1: "This device may not say where it is. Allow it in the browser, or type the degrees.",
  2: "This device does not know where it is. Type the degrees.",
  3: "This device did not find out where it is in time. Try it again, or type the degrees.",
};

const fill = (name, value) => {
  const field = form.elements.namedItem(name);
  field.value = value;
  // The map draws what is typed, and goes where it is.
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
};

const isBusy = (busy) => {
  button.setAttribute("aria-disabled", String(busy));
};

const found = ({ coords }) => {
  // The map draws the form that somebody is in.
  form.elements.namedItem("latitude").dispatchEvent(new Event("focusin", { bubbles: true }));
  const metres = Math.ceil(coords.accuracy);
  if (form.elements.namedItem("radius").value.trim() === "") {
    fill("radius", String(Math.max(leastRadius, metres)));
  }
  // A tenth of a metre; no digits that say nothing.
  fill("latitude", String(Number(coords.latitude.toFixed(6))));
  fill("longitude", String(Number(coords.longitude.toFixed(6))));
  said.textContent = `The form says where this device is, within ${metres} m.`;
  isBusy(false);
};

const failed = ({ code }) => {
  said.textContent = words[code] ?? words[2];
  isBusy(false);
};

// Browsers tell it only where nobody in between can read the page.
if (globalThis.isSecureContext && navigator.geolocation !== undefined) {
  part.hidden = false;
  button.addEventListener("click", () => {
    if (button.getAttribute("aria-disabled") === "true") {
      return;
    }
    isBusy(true);
    said.textContent = "The device is asked where it is …";
    navigator.geolocation.getCurrentPosition(found, failed, { maximumAge, timeout });
  });
}

// Improves importing a bank file: takes one that is dropped, and shows how far an import is.

const main = document.getElementById("main");
const form = document.getElementById("upload");

// A file is chosen by its field, or dropped anywhere on the page.
const take = (form) => {
  const field = form.elements.namedItem("file");
  const zone = field.closest(".drop");
  const button = form.querySelector("button[type=submit]");
  const problem = document.getElementById("file-problem");
  const status = document.getElementById("reading");
  const most = Number(field.dataset.most);

  const say = (sentence) => {
    problem.textContent = sentence;
    if (sentence === "") {
      field.removeAttribute("aria-invalid");
    } else {
      field.setAttribute("aria-invalid", "true");
      field.value = "";
      status.textContent = "";
    }
  };

  const check = (file) => {
    if (file.size > most) {
      say(`${file.name} is larger than ${most / 1_048_576} MiB`);
    } else if (file.size === 0) {
      say(`${file.name} is empty`);
    } else {
      say("");
      status.textContent = `${file.name} is chosen`;
    }
    return problem.textContent === "";
  };

  const hasFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");

  const mark = (isOver) => zone.classList.toggle("over", isOver);

  const drop = (transfer) => {
    const folder = [...transfer.items].some((item) => item.webkitGetAsEntry?.()?.isDirectory);
    if (folder || transfer.files.length !== 1) {
      say(folder ? "A folder is no bank file" : "One file at a time");
      return;
    }
    const files = new DataTransfer();
    files.items.add(transfer.files[0]);
    field.files = files.files;
    if (check(transfer.files[0])) {
      button.focus();
    }
  };

  addEventListener("dragover", (event) => {
    if (hasFiles(event)) {
      event.preventDefault();
      mark(true);
    }
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) {
      mark(false);
    }
  });
  addEventListener("drop", (event) => {
    if (hasFiles(event)) {
      event.preventDefault();
      mark(false);
      drop(event.dataTransfer);
    }
  });

  field.addEventListener("change", () => {
    if (field.files.length > 0) {
      check(field.files[0]);
    }
  });
  form.addEventListener("submit", () => {
    status.textContent = "Reading the file …";
    button.disabled = true;
  });
  // A page that the browser kept is as it was before the form was sent.
  addEventListener("pageshow", () => {
    button.disabled = false;
    status.textContent = "";
  });

  zone.querySelector(".dropping").hidden = false;
};

// The page of an import that is under way is asked for again until the import is not.
const follow = () => {
  const progress = main.querySelector("[data-progress]");
  if (progress !== null) {
    setTimeout(ask, Number(progress.dataset.progress) * 1_000);
  }
};

const ask = async () => {
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (answer.redirected) {
      // The session has ended: the page itself leads to where one signs in.
      location.reload();
      return;
    }
    if (answer.ok) {
      const text = await answer.text();
      show(new DOMParser().parseFromString(text, "text/html").getElementById("main"));
    }
  } catch {
    // It is asked for again.
  }
  follow();
};

const show = (other) => {
  const next = other?.querySelector("[data-progress]");
  if (next) {
    main.querySelector("[data-progress]").replaceChildren(...next.childNodes);
  } else if (other) {
    const hadFocus = main.contains(document.activeElement);
    main.replaceChildren(...other.childNodes);
    if (hadFocus) {
      const title = main.querySelector("h1");
      title.tabIndex = -1;
      title.focus();
    }
  }
};

if (form !== null) {
  take(form);
}
follow();

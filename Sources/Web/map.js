// Shows the places of the list on a map, and keeps it in step with the form that is filled in.
//
// The form is what is sent. The map sends nothing, and knows no more than the page says.

const { L } = globalThis;
const card = document.querySelector("#on-map");

// The projection of maps ends there.
const highest = 85;
// As Leaflet measures: its circles and distances are on this sphere.
const earthMetres = 6_371_000;
// Handles that are nearer to each other than this could not be told apart, in pixels.
const handlesApart = 40;
// What a click draws at first, in pixels.
const firstRadius = 60;
const handleSize = 44;
const closest = 19;
const furthest = 1;
// Nearer than this the map does not go by itself.
const closestAtFirst = 15;
const linesApart = 90;
// What is shown where there is no place.
const nowhere = [20, 0];

const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;

// Degrees and metres as the server reads them; null for anything else.
const degrees = (text, most) => {
  const digits = text.trim().replaceAll("\u2212", "-").replaceAll(",", ".").replace(/°$/, "");
  const isNumber = /^[-+]?(\d+\.?\d*|\.\d+)$/.test(digits);
  return isNumber && Math.abs(Number(digits)) <= most ? Number(digits) : null;
};

const metres = (text, most) => {
  const digits = text.trim();
  const isNumber = /^\+?\d{1,9}$/.test(digits);
  return isNumber && Number(digits) >= 1 && Number(digits) <= most ? Number(digits) : null;
};

const within = (value, least, most) => Math.min(Math.max(value, least), most);

// A tenth of a metre; no digits that say nothing.
const rounded = (angle) => String(Number(angle.toFixed(6)));

const makeMap = (ground, world) => {
  const map = L.map(ground, {
    attributionControl: false,
    // Two clicks are two places for the middle.
    doubleClickZoom: false,
    fadeAnimation: !isStill,
    inertia: !isStill,
    markerZoomAnimation: !isStill,
    maxBounds: world,
    maxBoundsViscosity: 1,
    maxZoom: closest,
    minZoom: furthest,
    renderer: L.svg({ padding: 0 }),
    // The page scrolls on over a map that nobody uses.
    scrollWheelZoom: false,
    tap: false,
    zoomAnimation: !isStill,
    zoomControl: false,
  });
  // The style shows the signs, so that nobody reads them out beside the names.
  L.control.zoom({ zoomInText: "", zoomOutText: "" }).addTo(map);
  map.on("focus", () => map.scrollWheelZoom.enable());
  map.on("blur", () => map.scrollWheelZoom.disable());
  L.control.scale({ imperial: false }).addTo(map);
  return map;
};

// Leaflet's own layer of tiles empties its images by data: addresses, which the policy forbids.
const addTiles = (map, address, bounds) => {
  const Tiles = L.GridLayer.extend({
    createTile({ x, y, z }, done) {
      const tile = document.createElement("img");
      tile.alt = "";
      tile.addEventListener("load", () => done(null, tile));
      tile.addEventListener("error", () => done(new Error("no tile"), tile));
      tile.src = address.replace("{z}", z).replace("{x}", x).replace("{y}", y);
      return tile;
    },
  });
  new Tiles({ bounds, className: "tiles", noWrap: true }).addTo(map);
};

// Lines of latitude and longitude, at steps of 1, 2 or 5 with as many noughts as it takes.
const addGraticule = (map) => {
  const lines = L.layerGroup().addTo(map);
  const draw = () => {
    lines.clearLayers();
    const wanted = (360 / 256 / 2 ** map.getZoom()) * linesApart;
    const unit = 10 ** Math.floor(Math.log10(wanted));
    const step = Math.min(unit * ([1, 2, 5].find((one) => one * unit >= wanted) ?? 10), 45);
    const seen = map.getBounds().pad(0.5);
    const [west, east] = [Math.max(seen.getWest(), -180), Math.min(seen.getEast(), 180)];
    const [south, north] = [
      Math.max(seen.getSouth(), -highest),
      Math.min(seen.getNorth(), highest),
    ];
    const add = (...ends) =>
      L.polyline(ends, { className: "graticule", interactive: false }).addTo(lines);
    for (let count = Math.ceil(west / step); count * step <= east; count += 1) {
      add([south, count * step], [north, count * step]);
    }
    for (let count = Math.ceil(south / step); count * step <= north; count += 1) {
      add([count * step, west], [count * step, east]);
    }
  };
  map.on("moveend", draw);
};

// The places of the list, each with its name.
const readPlaces = () =>
  [...document.querySelectorAll("[data-place]")].map((row) => {
    const { latitude, longitude, radius, policy } = row.dataset;
    const name = document.createElement("span");
    name.textContent = row.querySelector(".what").textContent;
    const circle = L.circle([Number(latitude), Number(longitude)], {
      className: `fence ${policy}`,
      interactive: false,
      radius: Number(radius),
    });
    circle.bindTooltip(name, {
      className: "fence-name",
      direction: "center",
      opacity: 1,
      permanent: true,
    });
    return { row, circle };
  });

const boundsOf = (circle) => circle.getLatLng().toBounds(2 * circle.getRadius());

// The circle of the form that is filled in, with a handle in its middle and one at its edge.
class Draft {
  constructor(map, mostRadius) {
    this.map = map;
    this.mostRadius = mostRadius;
    this.isWriting = false;
    this.circle = L.circle([0, 0], { className: "fence draft", interactive: false, radius: 1 });
    this.middle = Draft.handle("middle", "Move the place");
    this.edge = Draft.handle("edge", "Change its radius");
    this.middle.on("drag", () => this.moved());
    this.edge.on("drag", () => this.resized());
    for (const handle of [this.middle, this.edge]) {
      handle.on("dragend", () => this.draw());
    }
    map.on("zoomend", () => this.draw());
    map.on("click", (event) => this.clicked(event));
  }

  // No stop of the keyboard: the form does the same.
  static handle(name, title) {
    const icon = L.divIcon({ className: `handle ${name}`, iconSize: [handleSize, handleSize] });
    const zIndexOffset = name === "edge" ? 1_000 : 0;
    return L.marker([0, 0], { draggable: true, icon, keyboard: false, title, zIndexOffset });
  }

  use(form) {
    this.form = form;
    this.draw();
  }

  field(name) {
    return this.form.elements.namedItem(name);
  }

  // What the form says; a part that it does not say is null.
  typed() {
    const latitude = degrees(this.field("latitude").value, 90);
    const longitude = degrees(this.field("longitude").value, 180);
    const isPlace = latitude !== null && longitude !== null;
    return {
      centre: isPlace ? L.latLng(latitude, longitude) : null,
      radius: metres(this.field("radius").value, this.mostRadius),
    };
  }

  write(values) {
    this.isWriting = true;
    for (const [name, value] of Object.entries(values)) {
      const field = this.field(name);
      field.value = value;
      // What keeps typed text hears of it too.
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    this.isWriting = false;
  }

  writeCentre({ lat, lng }) {
    this.write({
      latitude: rounded(within(lat, -highest, highest)),
      longitude: rounded(within(lng, -180, 180)),
    });
  }

  writeRadius(radius) {
    this.write({ radius: String(within(Math.round(radius), 1, this.mostRadius)) });
  }

  show(layer, isThere) {
    if (isThere !== this.map.hasLayer(layer)) {
      this.map[isThere ? "addLayer" : "removeLayer"](layer);
    }
  }

  draw() {
    const { centre, radius } = this.typed();
    if (centre !== null) {
      this.middle.setLatLng(centre);
      this.circle.setLatLng(centre);
      this.circle.setRadius(radius ?? 1);
      this.edge.setLatLng(this.edgeOf(centre, radius ?? 1));
    }
    this.show(this.middle, centre !== null);
    this.show(this.circle, centre !== null && radius !== null);
    this.show(this.edge, centre !== null && radius !== null);
  }

  // East of the middle, and apart from it where the circle is too small to be seen.
  edgeOf(centre, radius) {
    const parallel = Math.cos((within(centre.lat, -highest, highest) * Math.PI) / 180);
    const angle = ((radius / earthMetres) * 180) / Math.PI / parallel;
    const edge = L.latLng(centre.lat, centre.lng + angle);
    const [from, to] = [centre, edge].map((point) => this.map.latLngToLayerPoint(point));
    return to.x - from.x >= handlesApart
      ? edge
      : this.map.layerPointToLatLng(from.add([handlesApart, 0]));
  }

  clicked({ latlng, containerPoint }) {
    if (Math.abs(latlng.lat) > highest || Math.abs(latlng.lng) > 180) {
      return;
    }
    if (this.typed().radius === null) {
      const edge = this.map.containerPointToLatLng(containerPoint.add([firstRadius, 0]));
      this.writeRadius(Number(this.map.distance(latlng, edge).toPrecision(1)));
    }
    this.writeCentre(latlng);
    this.draw();
  }

  moved() {
    this.writeCentre(this.middle.getLatLng());
    const { centre, radius } = this.typed();
    this.circle.setLatLng(centre);
    this.edge.setLatLng(this.edgeOf(centre, radius ?? 1));
  }

  resized() {
    this.writeRadius(this.map.distance(this.middle.getLatLng(), this.edge.getLatLng()));
    this.circle.setRadius(this.typed().radius);
  }

  // Brings what was typed into sight.
  reveal() {
    const { centre, radius } = this.typed();
    if (centre !== null && !this.map.getBounds().contains(centre)) {
      const options = { animate: !isStill, maxZoom: closestAtFirst };
      this.map.fitBounds(centre.toBounds(2 * (radius ?? 1)).pad(0.5), options);
    }
  }
}

// Whichever form somebody is in is the one that the map shows; the new place's before that.
const addDraft = (map, places, mostRadius) => {
  const forms = [...document.querySelectorAll("main form")].filter(
    (form) => form.elements.namedItem("latitude") !== null,
  );
  const fresh = forms.find((form) => form.elements.namedItem("fence").value === "");
  if (fresh === undefined) {
    return;
  }
  const draft = new Draft(map, mostRadius);
  const use = (form) => {
    draft.use(form);
    for (const { row, circle } of places) {
      draft.show(circle, !row.contains(form));
    }
  };
  for (const form of forms) {
    form.addEventListener("focusin", () => {
      if (draft.form !== form) {
        use(form);
      }
    });
    form.addEventListener("input", () => {
      if (!draft.isWriting) {
        draft.draw();
      }
    });
    form.addEventListener("change", () => draft.reveal());
    form.closest("details")?.addEventListener("toggle", ({ target }) => {
      if (target.open) {
        use(form);
        draft.reveal();
      } else if (draft.form === form) {
        use(fresh);
      }
    });
  }
  map.getContainer().classList.add("is-drawn");
  use(forms.find((form) => form.closest("details[open]")) ?? fresh);
  draft.reveal();
};

const show = () => {
  const ground = card.querySelector(".map");
  const { tiles, mostRadius } = ground.dataset;
  const world = L.latLngBounds([-highest, -180], [highest, 180]);
  card.hidden = false;
  const map = makeMap(ground, world);
  if (tiles === undefined) {
    addGraticule(map);
  } else {
    addTiles(map, tiles, world);
  }
  const places = readPlaces();
  const seen = L.latLngBounds(places.flatMap(({ circle }) => {
    const bounds = boundsOf(circle);
    return [bounds.getSouthWest(), bounds.getNorthEast()];
  }));
  if (seen.isValid()) {
    map.fitBounds(seen.pad(0.2), { animate: false, maxZoom: closestAtFirst });
  } else {
    map.setView(nowhere, furthest);
  }
  for (const { circle } of places) {
    circle.addTo(map);
  }
  addDraft(map, places, Number(mostRadius));
};

// Without the library there is the list alone.
if (L !== undefined && card !== null) {
  show();
}

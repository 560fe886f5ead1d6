"""Prints the objects that the tests of one floor are linked from: those of the targets that they
import, and all of the packages."""

import re
import sys
from pathlib import Path

BUILD = Path(".build/release")
BUNDLE = "purserPackageTests"
IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:\w+\s+)?import\s+(?:(?:struct|class|enum|func)\s+)?(\w+)",
    re.M,
)


def sources(module: str) -> list[Path]:
    """The Swift files that a module was compiled from."""
    listed = BUILD / f"{module}.build" / "sources"
    return [Path(line.strip("'")) for line in listed.read_text().splitlines()]


def own() -> dict[str, list[Path]]:
    """The package's own modules of Swift."""
    root = Path.cwd().resolve()
    found = {}
    for listed in BUILD.glob("*.build/sources"):
        module = listed.parent.name.removesuffix(".build")
        files = sources(module)
        if files and root in files[0].parents and root / ".build" not in files[0].parents:
            found[module] = files
    return found


def reached(start: str, modules: dict[str, list[Path]]) -> set[str]:
    """The own modules that one stands on, and itself."""
    found, waiting = set(), [start]
    while waiting:
        module = waiting.pop()
        if module in found:
            continue
        found.add(module)
        for file in modules[module]:
            waiting += [name for name in IMPORT.findall(file.read_text()) if name in modules]
    return found


def main() -> None:
    modules = own()
    name = sys.argv[1]
    if name not in modules:
        sys.exit(f"floor: there is no target {name}")
    wanted = reached(name, modules)
    listed = BUILD / "purserPackageTests.product/Objects.LinkFileList"
    for line in listed.read_text().splitlines():
        module = Path(line.strip("'")).parent.name.removesuffix(".build")
        if module in wanted or (module not in modules and module != BUNDLE):
            print(line)


if __name__ == "__main__":
    main()

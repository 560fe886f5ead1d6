"""Checks what other programs make of the document.

  check_document.py examples FILE   the document is valid, and each example fits its schema
  check_document.py json FILE       prints the YAML as JSON, as a reader of YAML 1.1 sees it
"""

import json
import sys

import yaml
from jsonschema_rs import Draft202012Validator, ValidationError
from openapi_schema_validator import oas31_format_checker
from openapi_spec_validator import validate


@oas31_format_checker.checks("regex", raises=(ValidationError, ValueError))
def is_regex(pattern):
    """Patterns are those of ECMA-262, as JSON Schema has them; Python's know no properties."""
    Draft202012Validator({"pattern": pattern})
    return True


def examples_of(holder):
    """The examples beside a schema: one, or several by name."""
    if "example" in holder:
        yield "example", holder["example"]
    for name, example in holder.get("examples", {}).items():
        yield f"examples/{name}", example["value"]


def holders_in(node, place=""):
    """Every place that has a schema of its own: parameters, headers and bodies."""
    if isinstance(node, dict):
        if isinstance(node.get("schema"), dict):
            yield place, node
        for key, value in node.items():
            if key not in ("example", "examples"):
                yield from holders_in(value, f"{place}/{key}")
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from holders_in(value, f"{place}/{index}")


def check_examples(document):
    validate(document)
    count = 0
    faults = []
    for place, holder in holders_in(document):
        schema = {**holder["schema"], "components": document["components"]}
        validator = Draft202012Validator(schema, validate_formats=True)
        for name, example in examples_of(holder):
            count += 1
            for error in validator.iter_errors(example):
                faults.append(f"{place}/{name}: {error.message}")
    if faults:
        sys.exit("\n".join(faults))
    print(count)


def main():
    verb, path = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        document = yaml.load(file, Loader=yaml.CSafeLoader)
    if verb == "examples":
        check_examples(document)
    else:
        json.dump(document, sys.stdout)


main()

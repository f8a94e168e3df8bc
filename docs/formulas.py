#!/usr/bin/env python3
# SPDX-License-Identifier: Zlib
"""formulas.py HEADER: Doxygen's filter. Prints the header with the formulas of its comments in signs, w^2 as w², rho as ρ;
and gives all variables of one declaration its text, of which Doxygen would give it to the first alone."""
import re
import sys

RAISED = str.maketrans("0123456789-+n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ⁿ")
GREEK = {
    "alpha": "α", "gamma": "γ", "eta": "η", "lambda": "λ", "rho": "ρ", "phi": "φ", "phi_i": "φ<sub>i</sub>",
    "phi_j": "φ<sub>j</sub>", "omega": "ω", "pi": "π", "mu": "μ",
}
# In these a name in letters is a name: code, links, and the commands of Doxygen.
NAMES = re.compile(r"(`[^`]*`|\[[A-Z][A-Za-z]+\d{4}[^\]]*\]|[\\@]\w+(?: \w+)?|\w+(?:::\w+)+|\w+\(\))")


def signs(text):
    """A piece of prose with its formulas in signs."""
    text = re.sub(r"\^(-?[0-9n]+)(?![\w.])", lambda match: match.group(1).translate(RAISED), text)
    text = re.sub(r"\^\((-?\d+)\)", lambda match: match.group(1).translate(RAISED), text)
    text = re.sub(r"\^T\b", "ᵀ", text)
    text = re.sub(r"\bsqrt\(", "√(", text)
    text = re.sub(r"(?<![\w:.])(" + "|".join(GREEK) + r")(?![\w:(])", lambda match: GREEK[match.group(1)], text)
    text = re.sub(r"\bdegC\b", "°C", text)
    return text.replace(" <= ", " ≤ ").replace(" >= ", " ≥ ").replace("+-", "±")


def rendered(comment):
    return "".join(part if NAMES.fullmatch(part) else signs(part) for part in NAMES.split(comment))


SEVERAL = re.compile(r"(\s*(?:[\w:]+(?:<[^;()]*>)? )+)(\w[^;()]*, [^;()]*);(?:\s*///< (.*))?$")


def separated(line, before):
    """`line`, if it declares several variables, as that many declarations in one line, each with the text."""
    match = SEVERAL.match(line)
    text = match and (match.group(3) or before)
    if not text:
        return line
    names = re.split(r", (?![^{<]*[}>])", match.group(2))
    return " ".join(f"{match.group(1)}{name}; /**< {text} */" for name in names)


def main(path):
    before = ""  # the lines of the comment just above
    with open(path, encoding="utf-8") as file:
        for line in file.read().splitlines():
            comment = re.match(r"(.*?//[/!]<?)(.*)", line)
            if comment and not comment.group(2).startswith("     "):  # which would be a block of code
                line = comment.group(1) + rendered(comment.group(2))
            print(separated(line, before))
            before = f"{before} {comment.group(2)}" if comment and line.lstrip().startswith("/// ") else ""


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    main(sys.argv[1])

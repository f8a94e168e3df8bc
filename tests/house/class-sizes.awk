# SPDX-License-Identifier: Zlib
# Counts the declarations in the body of each class: "FILE NAME FUNCTIONS PUBLIC-FUNCTIONS DATA-MEMBERS", a line a class.
# Functions: all declarations, deleted ones included. Public ones: without constructors, destructor and deleted ones.
# Data members: without static ones.
# A nested class counts for itself. Expects sources in the layout of clang-format.

# Removes all innermost groups in angle brackets, again and again.
function withoutTemplates(text) {
    gsub(/->|<=|>=|<</, " ", text)
    while (gsub(/<[^<>]*>/, "", text)) continue
    return text
}

# The declaration without labels, attributes, template arguments and names of operators.
function plain(text) {
    gsub(/alignas *\([^()]*\)|__attribute__ *\(\([^()]*(\([^()]*\))?[^()]*\)\)|\[\[[^]]*\]\]/, " ", text)
    while (sub(/^[ \t]*(public|protected|private|signals) *:/, "", text)) continue
    gsub(/operator *(\(\)|[^ a-zA-Z_(]+)/, "operator_", text)
    text = withoutTemplates(text)
    sub(/^[ \t]*template[ \t]*/, "", text)
    sub(/^[ \t]+/, "", text)
    return text
}

function isClass(text) {
    return text ~ /^(typedef |static |const |constexpr )*(class|struct|union)($|[ \t])/ && text !~ /[(=]/
}

function noteAccess(text) {
    while (match(text, /(public|protected|private) *:/)) {
        isPublic[depth] = substr(text, RSTART, 6) == "public"
        text = substr(text, RSTART + RLENGTH)
    }
}

function noteFunction(text) {
    functions[depth]++
    if (isPublic[depth] && text !~ /= *delete/ && text !~ ("(^|[ ~])" name[depth] " *\\(")) publicFunctions[depth]++
}

# Whether the text, up to its initialiser, has a parameter list.
function isFunction(text) {
    sub(/=.*/, "", text)
    return text ~ /\(/
}

# A declaration that ended with a semicolon, in the body of a class.
function noteDeclaration(text) {
    if (text ~ /^(using|typedef|friend|static_assert|enum|static) / && !(text ~ /^static / && isFunction(text))) return
    if (text ~ /^[ \t]*(record)?[ \t]*$/ || isClass(text)) return # a nested class, whether its body was here or not
    if (isFunction(text)) { noteFunction(text); return }
    while (gsub(/\([^()]*\)/, "", text)) continue
    members[depth] += gsub(/,/, "", text) + 1
}

function open(text) {
    text = plain(text)
    if (kind[depth] == "class") noteAccess(statement)
    if (isClass(text)) {
        depth++
        kind[depth] = "class"
        sub(/ *:.*/, "", text)
        sub(/ +final *$/, "", text)
        sub(/[ \t]+$/, "", text)
        name[depth] = text ~ /(class|struct|union)$/ ? "(unnamed)" : text
        sub(/^.*[ \t]/, "", name[depth])
        isPublic[depth] = text !~ /^class/
        functions[depth] = publicFunctions[depth] = members[depth] = 0
        statement = ""
        return
    }
    # Of a class: the body of a function, or the initialiser of a member, after which the declaration goes on.
    isBody = text ~ /^(namespace|extern)/ || isFunction(text) || text ~ /^enum/
    if (kind[depth] == "class" && isFunction(text) && text !~ /^friend /) noteFunction(text)
    depth++
    kind[depth] = "block"
    held[depth] = isBody ? "" : statement
    statement = ""
}

function close_() {
    if (depth == 0) return
    if (kind[depth] == "class") {
        print FILENAME, name[depth], functions[depth], publicFunctions[depth], members[depth]
        statement = "record "
    } else {
        statement = held[depth]
    }
    depth--
}

FNR == 1 { depth = parentheses = 0; statement = ""; inComment = isContinued = 0; kind[0] = "block" }
{
    line = $0
    gsub(/\\\\/, "", line)
    gsub(/\\["']/, "", line)
    gsub(/"[^"]*"/, "text", line)
    gsub(/'[^']'/, "0", line)
    if (inComment) {
        if (!sub(/^.*\*\//, "", line)) next
        inComment = 0
    }
    sub(/\/\/.*/, "", line)
    gsub(/\/\*([^*]|\*[^\/])*\*\//, " ", line)
    if (sub(/\/\*.*/, "", line)) inComment = 1
    isDirective = isContinued || line ~ /^[ \t]*#/
    isContinued = isDirective && line ~ /\\$/
    if (isDirective) next
    while (match(line, /[{}();]/)) {
        statement = statement substr(line, 1, RSTART - 1)
        mark = substr(line, RSTART, 1)
        line = substr(line, RSTART + 1)
        if (mark == "(") { parentheses++; statement = statement mark }
        else if (mark == ")") { parentheses--; statement = statement mark }
        else if (parentheses > 0) { statement = statement " " }
        else if (mark == "{") open(statement)
        else if (mark == "}") close_()
        else {
            if (kind[depth] == "class") { noteAccess(statement); noteDeclaration(plain(statement)) }
            statement = ""
        }
    }
    statement = statement line " "
}

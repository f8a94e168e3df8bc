// SPDX-License-Identifier: Zlib
#include "Worlds/WorldReader.h"

#include "Worlds/WorldKeys.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

constexpr double kLargestNumber = 1e9;

std::string shown(double number) {
    char text[40];
    std::snprintf(text, sizeof text, "%g", number);
    return text;
}

/// Number of letters to change, add or leave out.
std::size_t editDistance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row[b.size()];
}

std::string listed(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

} // namespace

std::string didYouMean(const std::string& word, const std::vector<std::string>& known) {
    const std::string* nearest = nullptr;
    // Two short words differ in one letter at most; a word of one letter is near no other.
    const std::size_t most = word.size() < 5 ? std::size_t(word.size() > 1) : std::max<std::size_t>(2, word.size() / 3);
    std::size_t least = most + 1;
    for (const std::string& candidate : known) {
        const bool holds = word.size() > 3 && (candidate.find(word) == 0 || word.find(candidate) == 0);
        const std::size_t distance = holds ? 1 : editDistance(word, candidate);
        if (distance < least) nearest = &candidate;
        least = std::min(least, distance);
    }
    return nearest ? "; did you mean '" + *nearest + "'?" : "; known are " + listed(known);
}

void WorldValue::refuse(const std::string& why) const {
    throw WorldFileError((path.empty() ? "the file" : path) + ": " + why);
}

double WorldValue::number() const {
    if (!value.is_number()) refuse(std::string("is ") + value.type_name() + ", not a number");
    const double number = value.get<double>();
    if (!std::isfinite(number) || std::fabs(number) > kLargestNumber)
        refuse(shown(number) + " is not between -1e9 and 1e9");
    return number;
}

std::string WorldValue::text() const {
    if (!value.is_string()) refuse(std::string("is ") + value.type_name() + ", not a text");
    const std::string text = value.get<std::string>();
    if (text.empty()) refuse("is empty");
    if (std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 32; }))
        refuse("has a control character");
    return text;
}

std::vector<double> WorldValue::numbers(std::size_t least, std::size_t most) const {
    const std::string count =
        least == most ? std::to_string(least) : std::to_string(least) + " to " + std::to_string(most);
    if (!value.is_array() || value.size() < least || value.size() > most) refuse("is no list of " + count + " numbers");
    std::vector<double> numbers;
    for (const WorldValue& element : elements())
        numbers.push_back(element.number());
    return numbers;
}

Vector3 WorldValue::vector() const {
    const std::vector<double> n = numbers(3, 3);
    return {n[0], n[1], n[2]};
}

Vector3 WorldValue::direction() const {
    const Vector3 vector = this->vector();
    if (!(vector.norm() > 1e-9)) refuse("is no direction: its length is 0");
    return vector.normalized();
}

Quaternion WorldValue::quaternion() const {
    const std::vector<double> n = numbers(4, 4);
    const Quaternion q(n[3], n[0], n[1], n[2]);
    if (!(std::fabs(q.norm() - 1.0) <= 1e-3))
        refuse("is no unit quaternion x, y, z, w: its length is " + shown(q.norm()));
    return q.normalized();
}

std::vector<WorldValue> WorldValue::elements() const {
    if (!value.is_array()) refuse(std::string("is ") + value.type_name() + ", not a list");
    std::vector<WorldValue> all;
    for (std::size_t i = 0; i < value.size(); ++i)
        all.push_back({value[i], path + "[" + std::to_string(i) + "]"});
    return all;
}

WorldObject::WorldObject(const WorldValue& value, const std::string& object) : m_value(value) {
    if (!value.value.is_object()) refuse(std::string("is ") + value.value.type_name() + ", not an object { ... }");
    std::vector<std::string> known;
    for (const WorldKey& key : worldKeys(object).keys)
        known.push_back(key.name);
    for (const auto& item : value.value.items())
        if (std::find(known.begin(), known.end(), item.key()) == known.end())
            WorldValue{item.value(), (path().empty() ? "" : path() + ".") + item.key()}.refuse(
                "unknown key" + didYouMean(item.key(), known));
    for (const WorldKey& key : worldKeys(object).keys)
        if (key.isRequired && !has(key.name)) refuse("needs the key '" + key.name + "'");
}

WorldValue WorldObject::at(const std::string& key) const {
    return {m_value.value.at(key), path().empty() ? key : path() + "." + key};
}

double WorldObject::number(const std::string& key, double otherwise) const {
    return has(key) ? at(key).number() : otherwise;
}

double WorldObject::positive(const std::string& key, double otherwise) const {
    const double value = number(key, otherwise);
    if (has(key) && !(value > 0.0)) at(key).refuse(shown(value) + " is not above 0");
    return value;
}

double WorldObject::notNegative(const std::string& key, double otherwise) const {
    const double value = number(key, otherwise);
    if (has(key) && !(value >= 0.0)) at(key).refuse(shown(value) + " is below 0");
    return value;
}

double WorldObject::within(const std::string& key, double least, double most, double otherwise) const {
    const double value = number(key, otherwise);
    if (has(key) && !(value >= least && value <= most))
        at(key).refuse(shown(value) + " is not between " + shown(least) + " and " + shown(most));
    return value;
}

int WorldObject::whole(const std::string& key, int least, int most, int otherwise) const {
    const double value = number(key, otherwise);
    if (value != std::floor(value)) at(key).refuse(shown(value) + " is not a whole number");
    return static_cast<int>(within(key, least, most, otherwise));
}

bool WorldObject::flag(const std::string& key, bool otherwise) const {
    if (!has(key)) return otherwise;
    if (!at(key).value.is_boolean())
        at(key).refuse(std::string("is ") + at(key).value.type_name() + ", not true or false");
    return at(key).value.get<bool>();
}

std::string WorldObject::text(const std::string& key, const std::string& otherwise) const {
    return has(key) ? at(key).text() : otherwise;
}

std::string WorldObject::choice(const std::string& key, const std::vector<std::string>& choices,
                                const std::string& otherwise) const {
    const std::string chosen = text(key, otherwise);
    if (has(key) && std::find(choices.begin(), choices.end(), chosen) == choices.end())
        at(key).refuse("'" + chosen + "' is none of " + listed(choices));
    return chosen;
}

Vector3 WorldObject::vector(const std::string& key, const Vector3& otherwise) const {
    return has(key) ? at(key).vector() : otherwise;
}

Vector3 WorldObject::direction(const std::string& key, const Vector3& otherwise) const {
    return has(key) ? at(key).direction() : otherwise;
}

Pose WorldObject::pose() const {
    Pose pose;
    pose.position = vector("position", Vector3::Zero());
    if (has("orientation")) pose.orientation = at("orientation").quaternion();
    return pose;
}

std::vector<WorldValue> WorldObject::list(const std::string& key) const {
    return has(key) ? at(key).elements() : std::vector<WorldValue>();
}

void WorldNames::take(const std::string& name, const std::string& path) {
    if (name == "world") throw WorldFileError(path + ".name: 'world' means no body");
    if (!m_taken.insert(name).second) throw WorldFileError(path + ".name: '" + name + "' names another one already");
}

void WorldNames::take(const WorldArticulatedBody& body) {
    take(body.name, body.path);
    for (const WorldLink& link : body.links)
        take(body.name + "/" + link.name, link.path);
}

} // namespace ambient

// SPDX-License-Identifier: Zlib
#include "graphics/GlObjects.h"

#include <array>
#include <stdexcept>

namespace samples {
namespace {

GLuint compiled(GLenum kind, const std::string& source) {
    const std::string text = "#version 330 core\n" + source;
    const char* pointer = text.c_str();
    const GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &pointer, nullptr);
    glCompileShader(shader);
    GLint good = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    if (good == GL_TRUE) return shader;
    std::array<char, 1024> words{};
    glGetShaderInfoLog(shader, static_cast<GLsizei>(words.size()), nullptr, words.data());
    glDeleteShader(shader);
    throw std::runtime_error(std::string("OpenGL does not take a shader: ") + words.data());
}

} // namespace

GlProgram::GlProgram(const std::string& vertexSource, const std::string& fragmentSource) {
    const GLuint vertex = compiled(GL_VERTEX_SHADER, vertexSource);
    const GLuint fragment = compiled(GL_FRAGMENT_SHADER, fragmentSource);
    m_id = glCreateProgram();
    glAttachShader(m_id, vertex);
    glAttachShader(m_id, fragment);
    glLinkProgram(m_id);
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    GLint good = 0;
    glGetProgramiv(m_id, GL_LINK_STATUS, &good);
    if (good != GL_TRUE) {
        std::array<char, 1024> words{};
        glGetProgramInfoLog(m_id, static_cast<GLsizei>(words.size()), nullptr, words.data());
        glDeleteProgram(m_id);
        throw std::runtime_error(std::string("OpenGL does not link a shader: ") + words.data());
    }
}

} // namespace samples

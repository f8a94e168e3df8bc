// SPDX-License-Identifier: Zlib
#pragma once

#include <Eigen/Core>
#include <epoxy/gl.h>

#include <string>
#include <utility>

/// \file
/// OpenGL's objects as C++ values with their clean-up. Their context must be current.
namespace samples {

enum class GlKind { Buffer, VertexArray, Texture, Framebuffer, Renderbuffer };

/// A name from OpenGL, freed with its owner.
template <GlKind kind>
class GlObject {
  public:
    GlObject() {
        if constexpr (kind == GlKind::Buffer) glGenBuffers(1, &m_id);
        if constexpr (kind == GlKind::VertexArray) glGenVertexArrays(1, &m_id);
        if constexpr (kind == GlKind::Texture) glGenTextures(1, &m_id);
        if constexpr (kind == GlKind::Framebuffer) glGenFramebuffers(1, &m_id);
        if constexpr (kind == GlKind::Renderbuffer) glGenRenderbuffers(1, &m_id);
    }
    ~GlObject() {
        if (m_id == 0) return;
        if constexpr (kind == GlKind::Buffer) glDeleteBuffers(1, &m_id);
        if constexpr (kind == GlKind::VertexArray) glDeleteVertexArrays(1, &m_id);
        if constexpr (kind == GlKind::Texture) glDeleteTextures(1, &m_id);
        if constexpr (kind == GlKind::Framebuffer) glDeleteFramebuffers(1, &m_id);
        if constexpr (kind == GlKind::Renderbuffer) glDeleteRenderbuffers(1, &m_id);
    }
    GlObject(GlObject&& other) noexcept : m_id(std::exchange(other.m_id, 0)) {}
    GlObject& operator=(GlObject&& other) noexcept {
        std::swap(m_id, other.m_id);
        return *this;
    }
    GlObject(const GlObject&) = delete;
    GlObject& operator=(const GlObject&) = delete;

    GLuint id() const { return m_id; }

  private:
    GLuint m_id = 0;
};

using GlBuffer = GlObject<GlKind::Buffer>;
using GlVertexArray = GlObject<GlKind::VertexArray>;
using GlTexture = GlObject<GlKind::Texture>;
using GlFramebuffer = GlObject<GlKind::Framebuffer>;
using GlRenderbuffer = GlObject<GlKind::Renderbuffer>;

/// A vertex and a fragment shader, linked.
class GlProgram {
  public:
    /// GLSL 3.30 sources without their #version line. \throws std::runtime_error with the compiler's words
    GlProgram(const std::string& vertexSource, const std::string& fragmentSource);
    ~GlProgram() { glDeleteProgram(m_id); }
    GlProgram(const GlProgram&) = delete;
    GlProgram& operator=(const GlProgram&) = delete;

    void use() const { glUseProgram(m_id); }

    /// Uniforms of the program in use; an unused name is ignored.
    void set(const char* name, int value) const { glUniform1i(at(name), value); }
    void set(const char* name, float value) const { glUniform1f(at(name), value); }
    void set(const char* name, const Eigen::Vector2f& value) const { glUniform2fv(at(name), 1, value.data()); }
    void set(const char* name, const Eigen::Vector3f& value) const { glUniform3fv(at(name), 1, value.data()); }
    void set(const char* name, const Eigen::Matrix4f& value) const {
        glUniformMatrix4fv(at(name), 1, GL_FALSE, value.data());
    }

  private:
    GLint at(const char* name) const { return glGetUniformLocation(m_id, name); }
    GLuint m_id = 0;
};

/// Declares attribute `index` of the bound vertex array: `count` floats, `offset` floats into vertices of `stride`
/// floats, in the buffer bound to GL_ARRAY_BUFFER.
inline void setFloatAttribute(GLuint index, int count, int stride, std::size_t offset) {
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, count, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(sizeof(float)) * stride,
                          reinterpret_cast<const void*>(offset * sizeof(float)));
}

} // namespace samples

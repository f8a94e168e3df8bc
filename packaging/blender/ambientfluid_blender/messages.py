# SPDX-License-Identifier: Zlib
"""What a bake has to say of objects."""


class Messages:
    """Errors and notes by the name of an object, or "" for the scene."""

    def __init__(self):
        self.lines = []  # (subject, text, whether it is an error)

    def error(self, subject, text):
        """Something that a bake cannot go on with."""
        self.lines.append((subject, text, True))

    def note(self, subject, text):
        """Something that the user should know; once each."""
        if (subject, text, False) not in self.lines:
            self.lines.append((subject, text, False))

    def refuse_errors(self):
        """Raises Refused if there is an error."""
        if any(is_error for _, _, is_error in self.lines):
            raise Refused(self)

    def show(self, scene):
        """Leaves the lines in the scene, where the panel finds them."""
        scene.ambient_fluid.messages.clear()
        for subject, text, is_error in self.lines:
            line = scene.ambient_fluid.messages.add()
            line.subject, line.text, line.is_error = subject, text, is_error

    def texts(self, errors):
        """The errors or the notes, "subject: text" each."""
        return [f"{subject}: {text}" if subject else text for subject, text, is_error in self.lines if is_error == errors]


class Refused(Exception):
    """The scene cannot be baked; `messages` say why."""

    def __init__(self, messages):
        super().__init__("; ".join(messages.texts(True)))
        self.messages = messages

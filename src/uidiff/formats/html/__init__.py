"""Steps as one self-contained page: a timeline, trees side by side with what changed in them, a wireframe."""

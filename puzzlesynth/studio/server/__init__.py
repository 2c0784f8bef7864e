"""The web server: the page, one WebSocket for each tab, and who may talk to it."""

#pragma once

// QR codes by libqrencode, loaded when the first one is asked for: most runs draw none.

// Draws `text` into `modules`, row by row, one byte for each: 1 where it is dark. Returns how many modules a row has; 0 where
// there is no libqrencode, the text is too long, or `capacity` bytes are too few.
int qr_code_draw(const char *text, unsigned char *modules, int capacity);

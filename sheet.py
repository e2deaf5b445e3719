import sys

from PIL import Image

out = sys.argv[1]
names = sys.argv[2:]
ims = [Image.open(n).convert("RGB") for n in names]
w, h = 900, 563
cols = 2
rows = -(-len(ims) // cols)
sheet = Image.new("RGB", (w * cols, h * rows))
for i, im in enumerate(ims):
    sheet.paste(im.resize((w, h), Image.LANCZOS), ((i % cols) * w, (i // cols) * h))
sheet.save(out)

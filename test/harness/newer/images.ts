const BYTES_PER_PIXEL = 4

/** A picture of main, which has only its size and its PNG. */
export class StandInImage {
  readonly #png: Uint8Array
  readonly #size: number

  private constructor(png: Uint8Array, size: number) {
    this.#png = png
    this.#size = size
  }

  static ofPng(png: Uint8Array): StandInImage {
    return new StandInImage(png, 1)
  }

  static ofSize(size: number): StandInImage {
    return new StandInImage(new Uint8Array(1), size)
  }

  isEmpty(): boolean {
    return this.#png.length === 0
  }

  toPNG(): Buffer {
    return Buffer.from(this.#png)
  }

  resize({ width }: { readonly width: number }): StandInImage {
    return StandInImage.ofSize(width)
  }

  toBitmap(): Buffer {
    return Buffer.alloc(this.#size * this.#size * BYTES_PER_PIXEL)
  }
}

/** `nativeImage` of the shipped Electron. */
export const standInImages = {
  createFromDataURL: (address: string): StandInImage =>
    StandInImage.ofPng(Buffer.from(address.split(',')[1] ?? '', 'base64')),
  createFromBuffer: (buffer: Uint8Array): StandInImage => StandInImage.ofPng(buffer),
  createFromBitmap: (_bitmap: Uint8Array, { width }: { readonly width: number }): StandInImage =>
    StandInImage.ofSize(width),
  createEmpty: (): StandInImage => StandInImage.ofPng(new Uint8Array()),
}

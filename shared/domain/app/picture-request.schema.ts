import { z } from 'zod'
import { MAX_PICTURE_BYTES } from '../account/journal-notes.js'
import { asReadonly } from '../readonly-schema.js'

/** Base64 has four characters for three bytes. */
const MAX_PICTURE_CHARS = Math.ceil(MAX_PICTURE_BYTES / 3) * 4

/** A PNG in base64: it begins with the eight bytes of the signature. */
export const zPng = z
  .string()
  .max(MAX_PICTURE_CHARS)
  .regex(/^iVBORw0KGgo[A-Za-z0-9+/]+={0,2}$/)

/** Larger than any screen; main cuts the area to its own window. */
const MAX_PIXELS = 16_384

const zPixel = z.number().int().min(0).max(MAX_PIXELS)

const zLength = z.number().int().min(1).max(MAX_PIXELS)

const pictureArea = { x: zPixel, y: zPixel, width: zLength, height: zLength }

/** What is pictured: a part of the window as it is seen, or a picture that the window made. */
export const PictureSource = asReadonly(
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('area'), ...pictureArea }),
    /** A PNG in base64. */
    z.strictObject({ kind: z.literal('png'), png: zPng }),
  ]),
)
export type PictureSource = z.output<typeof PictureSource>

/** The place of a panel in the window, in whole pixels of the page. */
export type PictureArea = Pick<
  Extract<PictureSource, { readonly kind: 'area' }>,
  keyof typeof pictureArea
>

export const PictureTarget = z.enum(['file', 'clipboard'])
/** Where a picture goes. */
export type PictureTarget = z.output<typeof PictureTarget>

import type { Drawing } from './drawing.schema.js'
import { MAX_DRAWING_TEXT } from './drawing.js'
import { plainLine } from '../text-safety.js'

/**
 * Returns the text of a drawing as it stands in sentences and lists: an assistant's begins with its
 * author (SEC-31). Empty for a drawing without a text.
 */
export const signedDrawingText = ({ source, text }: Pick<Drawing, 'source' | 'text'>): string =>
  source.kind === 'person' || text === ''
    ? text
    : plainLine(`${source.name}: ${text}`, MAX_DRAWING_TEXT)

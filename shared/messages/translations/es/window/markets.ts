import type { marketText } from '../../../en/window/markets.js'
import type { Translated } from '../../../translated.js'

/** Markets outside their panel, in Spanish. */
export const marketTextEs: Translated<typeof marketText> = {
  watch: 'Añadir a la lista de seguimiento',
}

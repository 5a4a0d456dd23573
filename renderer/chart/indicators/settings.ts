import { INDICATOR_KINDS, specOf, type IndicatorKind, type Parameter } from './catalogue.js'

/** One indicator on a chart; its parameters in the order of its specification. */
export interface IndicatorSettings {
  readonly kind: IndicatorKind
  readonly parameters: readonly number[]
}

/** The largest number of indicators on one chart. */
export const MAX_INDICATORS = 12

const isKind = (text: string): text is IndicatorKind =>
  INDICATOR_KINDS.some((kind) => kind === text)

/** True for a value that the parameter may have. */
export const isAllowed = ({ min, max, type }: Parameter, value: number): boolean =>
  Number.isFinite(value) &&
  value >= min &&
  value <= max &&
  (type === 'fraction' || Number.isInteger(value))

/** Returns an indicator with its usual parameters. */
export const initialSettings = (kind: IndicatorKind): IndicatorSettings => ({
  kind,
  parameters: specOf(kind).parameters.map(({ initial }) => initial),
})

/** Formats indicators as a text to be saved: `sma:20|bollinger:20,2`. */
export const settingsText = (indicators: readonly IndicatorSettings[]): string =>
  indicators.map(({ kind, parameters }) => `${kind}:${parameters.join(',')}`).join('|')

/** Reads a saved text. Unknown indicators are left out, bad parameters get their usual value. */
export function parseSettings(text: string): readonly IndicatorSettings[] {
  return text
    .split('|')
    .flatMap((part): readonly IndicatorSettings[] => {
      const [kind = '', values = ''] = part.split(':')
      if (!isKind(kind)) return []
      const given = values.split(',')
      const parameters = specOf(kind).parameters.map((parameter, index) => {
        const value = given[index] === undefined ? Number.NaN : Number(given[index])
        return isAllowed(parameter, value) ? value : parameter.initial
      })
      return [{ kind, parameters }]
    })
    .slice(0, MAX_INDICATORS)
}

/** After this many times its lengths an average depends on older bars by less than 10⁻¹². */
const SETTLED_LENGTHS = 32

/**
 * Returns the number of bars after which an indicator is the same whatever bars came before them;
 * null when it depends on all of them.
 */
export function settledAfter({ kind, parameters }: IndicatorSettings): number | null {
  const spec = specOf(kind)
  if (spec.dependsOn === 'all') return null
  const lengths = spec.parameters.map(({ type }, index) =>
    type === 'integer' ? (parameters[index] ?? 0) : 0,
  )
  return SETTLED_LENGTHS * lengths.reduce((sum, length) => sum + length, 1)
}

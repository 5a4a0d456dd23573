import { instrumentName, legLines, type NamedInstrument } from '../format/instrument-name.js'
import { useText } from '../language/window-text.js'

/** The name of an instrument in a table; the legs of a combination are in the tooltip. */
export function InstrumentCell({ instrument }: { readonly instrument: NamedInstrument }) {
  const text = useText().instruments
  const name = instrumentName(instrument, text)
  return (
    <span className="symbol" title={[name, ...legLines(instrument, text)].join('\n')}>
      {name}
    </span>
  )
}

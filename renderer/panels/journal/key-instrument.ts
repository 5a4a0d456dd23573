import { keyParts, type InstrumentKey } from '../../../shared/domain/instruments/instrument-key.js'
import { symbolInstrument, type NamedInstrument } from '../../format/instrument-name.js'

/** Returns what names the instrument of a key. */
export function keyInstrument(key: InstrumentKey): NamedInstrument {
  const { symbol, assetClass, outcome } = keyParts(key)
  return symbolInstrument(symbol, assetClass, outcome)
}

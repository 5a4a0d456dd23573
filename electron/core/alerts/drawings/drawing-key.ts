import { symbolKey } from '../../../../shared/domain/instruments/instrument-key.js'
import type { DrawingCondition } from './line-member.js'

/** Returns the key of the instrument whose chart has the drawing: prices are for "yes". */
export const drawingKey = ({ assetClass, symbol }: DrawingCondition['instrument']) =>
  symbolKey(assetClass, symbol, assetClass === 'event' ? 'yes' : null)

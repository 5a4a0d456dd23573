import { asPrice, dec } from '../../shared/domain/decimal.js'
import type { DrawingId } from '../../shared/domain/drawings/drawing.js'
import { symbol } from '../../shared/domain/ids.js'
import { symbolKey } from '../../shared/domain/instruments/instrument-key.js'
import type { Refusal } from '../../shared/domain/instructions/refusal.js'
import type { WindowResult } from '../../shared/domain/instructions/window-request.js'
import { ok, type Result } from '../../shared/domain/result.js'
import type { AssistantPort } from '../../electron/core/instructions/assistant/assistant-port.js'

type Record = <T>(name: string, result: Result<T, Refusal>) => Promise<Result<T, Refusal>>

const MSFT = symbol('MSFT')
const RESULTS = {
  show: {
    kind: 'shown',
    before: { symbol: symbol('AAPL'), timespan: 'M5' },
    after: { symbol: MSFT, timespan: 'D' },
  },
  fill: { kind: 'filled' },
  alert: { kind: 'made', id: 'a'.repeat(16) },
  draw: { kind: 'made', id: 'b'.repeat(16) },
  mark: { kind: 'made', id: 'b'.repeat(16) },
  remove: { kind: 'removed' },
} as const satisfies { readonly [kind: string]: WindowResult }

/** The methods of the port for the window, which carries out everything. */
export const windowMethods = (
  record: Record,
): Pick<AssistantPort, 'windowItems' | 'changeWindow'> => ({
  windowItems: () =>
    record(
      'windowItems',
      ok({
        alerts: [{ id: 'a'.repeat(16), condition: 'MSFT rises to 500', state: 'active' }],
        drawings: [
          {
            id: 'b'.repeat(16) as DrawingId,
            place: {
              key: symbolKey('stock', MSFT),
              symbol: MSFT,
              kind: 'horizontal',
              text: 'Target',
              price: asPrice(dec('500')),
            },
          },
        ],
        undecided: [],
      }),
    ),
  changeWindow: (_connection, request) => record('changeWindow', ok(RESULTS[request.kind])),
})

import { beforeEach, describe, expect, it } from 'vitest'
import { availableCommands } from '../../../../../renderer/app/commands/commands.js'
import { createInvoke } from '../../../../../renderer/bridge/client.js'
import { createOpenStream } from '../../../../../renderer/bridge/stream.js'
import { englishText } from '../../../../../renderer/language/window-text.js'
import { createMainWindow, type MainWindow } from '../../../../../renderer/stores/main-window.js'
import { selectSymbol } from '../../../../../renderer/stores/selection.js'
import { symbol } from '../../../../../shared/domain/ids.js'
import { FakeHost, fakeBridge } from '../../fake-host.js'
import { position } from '../../samples.js'

const bridge = fakeBridge({})
let mainWindow: MainWindow
beforeEach(() => {
  const host = new FakeHost()
  mainWindow = createMainWindow({
    invoke: createInvoke(bridge),
    openStream: createOpenStream(host),
    now: () => 0,
    after: host.after,
  })
})

const offered = (): readonly string[] =>
  availableCommands(mainWindow)
    .filter(({ group }) => group === 'trading')
    .map(({ title }) => title(englishText))
const run = (id: string): void =>
  availableCommands(mainWindow)
    .find((command) => command.id === id)
    ?.run(mainWindow)

describe('trading commands', () => {
  it('trading commands without a symbol act on everything', () =>
    expect(offered()).toEqual(['Cancel all working orders…', 'Flatten: close all positions…']))

  it('name the shown symbol, and offer to close it only while it is held', () => {
    selectSymbol(mainWindow.selection, symbol('AAPL'))
    expect(offered()).not.toContain('Close position in AAPL…')
    mainWindow.positions.replaceAll([position('10', '1', '2')])
    expect(offered()).toEqual([
      'Buy AAPL…',
      'Sell AAPL…',
      'Buy AAPL at market',
      'Buy AAPL at the bid',
      'Buy AAPL at the ask',
      'Buy AAPL at the mid',
      'Sell AAPL at market',
      'Sell AAPL at the bid',
      'Sell AAPL at the ask',
      'Sell AAPL at the mid',
      'Close position in AAPL…',
      'Close half of AAPL…',
      'Reverse position in AAPL…',
      'Cancel orders in AAPL…',
      'Cancel all working orders…',
      'Flatten: close all positions…',
    ])
    mainWindow.positions.replaceAll([{ ...position('1', '1', '2'), assetClass: 'crypto' }])
    expect(offered()).not.toContain('Reverse position in AAPL…')
  })

  it('open a ticket, a review or a question, and send nothing', () => {
    selectSymbol(mainWindow.selection, symbol('AAPL'))
    const ten = position('10', '1', '2')
    mainWindow.positions.replaceAll([ten])
    run('trade:sell')
    expect(mainWindow.selection.getState().prefill).toMatchObject({ symbol: 'AAPL', side: 'sell' })
    run('trade:half')
    expect(mainWindow.layout.getState()).toMatchObject({
      overlay: 'close-positions',
      closing: { kind: 'position', position: ten, part: 'half' },
    })
    run('trade:cancel')
    expect(mainWindow.layout.getState()).toMatchObject({
      focus: 'orders',
      cancel: { symbol: 'AAPL' },
    })
    run('trade:flatten')
    expect(mainWindow.layout.getState().closing).toEqual({ kind: 'all' })
    expect(bridge.calls).toEqual([])
  })
})

import type { KeyPreset } from '../../../shared/domain/app/key-bindings.js'

/**
 * What each set of shortcuts has other than the default: a command's chord, or null for none. A
 * preset gives trading commands chords too; these do nothing until trading shortcuts are armed.
 */
export const PRESET_CHORDS: Readonly<Record<KeyPreset, Readonly<Record<string, string | null>>>> = {
  default: {},
  /** Close to Trader Workstation: orders under Alt and function keys. */
  tws: {
    'ticket-symbol': 'F3',
    'close-panel': 'Mod+W',
    'panel:account': 'F7',
    'panel:orders': 'F8',
    'panel:positions': 'F9',
    'trade:buy': 'Alt+B',
    'trade:sell': 'Alt+S',
    'trade:buy-ask': 'F4',
    'trade:sell-bid': 'F5',
    'trade:close': 'Alt+C',
    'trade:cancel': 'F11',
    'trade:cancel-all': 'Shift+F11',
    'trade:cancel-last': 'F12',
  },
  /** Letters and pairs of letters, as in vim: "G P" goes to the positions. */
  vim: {
    palette: ':',
    'ticket-symbol': '/',
    'close-panel': 'Z C',
    'next-group': 'Mod+J',
    'previous-group': 'Mod+K',
    halt: 'Z H',
    lock: 'Z L',
    'panel:watchlist': 'G W',
    'panel:chart': 'G C',
    'panel:positions': 'G P',
    'panel:orders': 'G O',
    'panel:fills': 'G F',
    'panel:account': 'G A',
    'panel:ticket': 'G T',
    'panel:depth': 'G D',
    'panel:time-sales': 'G S',
    'panel:instructions': 'G I',
    'panel:journal': 'G J',
    'panel:alerts': 'G L',
    'panel:news': 'G N',
    'panel:options': 'G X',
  },
}

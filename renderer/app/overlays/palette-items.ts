import type { LucideIcon } from 'lucide-react'
import type { InstrumentMatch } from '../../../shared/domain/instruments/instrument-match.js'
import { instrumentName, symbolInstrument } from '../../format/instrument-name.js'
import { searchText } from '../../format/search-text.js'
import { matchText, type MatchText } from '../../format/match-name.js'
import { symbol as asSymbol } from '../../../shared/domain/ids.js'
import { openPanel } from '../../stores/layout.js'
import { selectSymbol } from '../../stores/selection.js'
import type { MainWindow } from '../../stores/main-window.js'
import type { WindowText } from '../../../shared/messages/window-text.js'
import type { AppCommand } from '../commands/command.js'

/** One row of the palette. A symbol has no icon; a command has no note. */
export interface PaletteItem {
  readonly id: string
  readonly title: string
  readonly note: string
  readonly aside: string
  readonly icon: LucideIcon | null
  readonly chord: string | null
  readonly run: (mainWindow: MainWindow) => void
}

export interface PaletteGroup {
  readonly title: string
  readonly items: readonly PaletteItem[]
}

const ofCommand = (command: AppCommand, text: WindowText): PaletteItem => ({
  id: command.id,
  title: command.title(text),
  note: '',
  aside: '',
  icon: command.icon,
  chord: command.chord,
  run: command.run,
})

function ofSymbol(symbol: string, { title, name, aside }: MatchText): PaletteItem {
  return {
    id: `symbol:${symbol}`,
    title,
    note: name,
    aside,
    icon: null,
    chord: null,
    run(mainWindow) {
      selectSymbol(mainWindow.selection, asSymbol(symbol))
      openPanel(mainWindow.layout, 'chart')
    },
  }
}

function ofRecent(
  id: string,
  commands: readonly AppCommand[],
  text: WindowText,
): PaletteItem | null {
  if (id.startsWith('symbol:')) {
    const symbol = id.slice('symbol:'.length)
    const named = symbolInstrument(symbol)
    return ofSymbol(symbol, { title: instrumentName(named, text.instruments), name: '', aside: '' })
  }
  const command = commands.find((candidate) => candidate.id === id)
  return command === undefined ? null : ofCommand(command, text)
}

/**
 * Returns how well a title matches a query: 0 from its start, 1 from the start of a word, 2
 * elsewhere; null when it does not match.
 */
export function rank(title: string, query: string): 0 | 1 | 2 | null {
  const [name, wanted] = [searchText(title), searchText(query)]
  if (name.startsWith(wanted)) return 0
  if (name.split(/\s+/).some((word) => word.startsWith(wanted))) return 1
  return name.includes(wanted) ? 2 : null
}

function matching(
  commands: readonly AppCommand[],
  query: string,
  text: WindowText,
): readonly PaletteItem[] {
  return commands
    .map((command) => ({ command, place: rank(command.title(text), query) }))
    .filter((match): match is { command: AppCommand; place: 0 | 1 | 2 } => match.place !== null)
    .toSorted((a, b) => a.place - b.place)
    .map(({ command }) => ofCommand(command, text))
}

/** What the palette can offer. */
interface PaletteContent {
  readonly matches: readonly InstrumentMatch[]
  /** The ids of items chosen before, the newest first. */
  readonly recent: readonly string[]
  readonly commands: readonly AppCommand[]
  readonly text: WindowText
}

/**
 * Returns the groups of the palette: without a query, recent items and every command; with one, the
 * symbols found and all matches.
 */
export function groupsOf(
  query: string,
  { matches, recent, commands, text }: PaletteContent,
): readonly PaletteGroup[] {
  const search = query.trim()
  const offered = commands.filter((command) => command.id !== 'palette')
  const known = (id: string): boolean =>
    id.startsWith('symbol:') || offered.some((command) => command.id === id)
  const last =
    search === ''
      ? recent
          .filter(known)
          .map((id) => ofRecent(id, offered, text))
          .filter((item) => item !== null)
      : []
  const furtherCommands = offered.filter((command) => !last.some((item) => item.id === command.id))
  const groups: readonly PaletteGroup[] = [
    { title: text.palette.recent, items: last },
    {
      title: text.palette.symbols,
      items:
        search === ''
          ? []
          : matches.map((match) => ofSymbol(match.symbol, matchText(match, text.instruments))),
    },
    {
      title: text.palette.panels,
      items: matching(
        furtherCommands.filter((command) => command.group === 'panels'),
        search,
        text,
      ),
    },
    {
      title: text.palette.trading,
      items: matching(
        furtherCommands.filter((command) => command.group === 'trading'),
        search,
        text,
      ),
    },
    {
      title: text.palette.commands,
      items: matching(
        furtherCommands.filter((command) => command.group === 'general'),
        search,
        text,
      ),
    },
  ]
  return groups.filter((group) => group.items.length > 0)
}

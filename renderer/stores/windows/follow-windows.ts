import type { TicketValues } from '../../../shared/domain/app/workspaces/workspaces.schema.js'
import type { WindowsView } from '../../../shared/domain/app/workspaces/windows-view.js'
import type { Disposer } from '../../../shared/domain/brand.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import { openPanel, type PanelPart } from '../layout.js'
import type { MainWindow } from '../main-window.js'
import { isSavingPreferences, loadPreferences } from '../preferences.js'
import {
  LINK_GROUPS,
  prefillTicket,
  type LinkGroup,
  type SelectionState,
  type TicketPrefill,
} from '../selection.js'

type GroupSymbols = Partial<Record<LinkGroup, Symbol | null>>

/** Returns the symbols of groups that differ between two states. */
function changedGroups(now: SelectionState, before: SelectionState): GroupSymbols {
  return Object.fromEntries(
    LINK_GROUPS.filter((group) => now.symbols[group] !== before.symbols[group]).map((group) => [
      group,
      now.symbols[group] ?? null,
    ]),
  )
}

/**
 * Keeps the symbols of the link groups the same in every window. While this window's own choice is
 * on its way to main, older states from main are not applied.
 */
function followLinks({ selection, windows, invoke }: MainWindow): Disposer {
  let inFlight = 0
  /** The state that has this window's newest choice: what is older would take it back. */
  let revision = 0
  let isApplying = false
  const apply = (view: WindowsView | null): void => {
    if (view === null || inFlight > 0 || view.revision < revision) return
    const { symbols } = selection.getState()
    const received = LINK_GROUPS.filter(
      (group) => view.symbols[group] !== undefined && view.symbols[group] !== symbols[group],
    )
    if (received.length === 0) return
    isApplying = true
    selection.setState({
      symbols: {
        ...symbols,
        ...Object.fromEntries(received.map((group) => [group, view.symbols[group] ?? null])),
      },
    })
    isApplying = false
  }
  const publish = async (symbols: GroupSymbols): Promise<void> => {
    inFlight += 1
    const reply = await invoke('links.select', { symbols })
    inFlight -= 1
    if (reply.ok) revision = Math.max(revision, reply.value.revision)
    apply(windows.getState().value)
  }
  const stops = [
    windows.subscribe(({ value }) => apply(value)),
    selection.subscribe((now, before) => {
      if (isApplying || now.symbols === before.symbols) return
      const changed = changedGroups(now, before)
      if (Object.keys(changed).length > 0) void publish(changed)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Opens a panel that another window requested here, and puts its values into the ticket. */
function followRequests({ windows, windowId, selection, layout }: MainWindow): Disposer {
  // What was requested before this window was loaded is not repeated.
  let seen: { readonly request: number; readonly ticket: number } | null = null
  return windows.subscribe(({ value }) => {
    if (value === null) return
    const { request, ticket } = value
    const before = seen
    seen = { request: request?.nonce ?? 0, ticket: ticket?.nonce ?? 0 }
    if (before === null) return
    if (ticket !== null && ticket.nonce > before.ticket && ticket.window === windowId) {
      prefillTicket(selection, defined(ticket.values))
    }
    if (request !== null && request.nonce > before.request && request.window === windowId) {
      openPanel(layout, request.panel, request.part as PanelPart)
    }
  })
}

/** Returns the values without absent members. */
const defined = (values: TicketValues): Omit<TicketPrefill, 'nonce'> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as unknown as Omit<TicketPrefill, 'nonce'>

/** Loads the preferences again after another window changed one. */
function followPreferences({ windows, preferences, invoke }: MainWindow): Disposer {
  let seen: number | null = null
  return windows.subscribe(({ value }) => {
    if (value === null || value.preferences === seen) return
    const isFirst = seen === null
    seen = value.preferences
    if (!isFirst && !isSavingPreferences(preferences)) void loadPreferences(preferences, invoke)
  })
}

/** Keeps this window in step with the others; the returned disposer ends it. */
export function followWindows(mainWindow: MainWindow): Disposer {
  const stops = [followLinks(mainWindow), followRequests(mainWindow), followPreferences(mainWindow)]
  return () => {
    for (const stop of stops) stop()
  }
}

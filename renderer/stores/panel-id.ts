/**
 * The id of a panel: as its manifest gives it, or, for a further one of the same kind, with a
 * number, as in `chart:2`. Stored in workspaces.
 */
export type PanelId = string

/** The panel that sends orders. */
export const TICKET_PANEL: PanelId = 'ticket'

const NUMBERED = /^(.+):([1-9]\d{0,3})$/

/** Returns the kind of a panel: the id of its manifest. */
export const panelKind = (id: PanelId): string => NUMBERED.exec(id)?.[1] ?? id

/** Returns the number of a panel among those of its kind; 1 for the first. */
export const panelNumber = (id: PanelId): number => Number(NUMBERED.exec(id)?.[2] ?? 1)

/** Returns the id of the next panel of a kind, beside those that exist. */
export function nextPanelId(kind: string, existing: readonly PanelId[]): PanelId {
  if (!existing.includes(kind)) return kind
  for (let number = 2; ; number += 1) {
    const id = `${kind}:${number}`
    if (!existing.includes(id)) return id
  }
}

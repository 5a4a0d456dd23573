/** The id of a panel, as its manifest gives it. */
export type PanelId = string

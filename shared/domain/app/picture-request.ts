/** The place of a panel in the window, in whole pixels of the page. */
export interface PictureArea {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** What is pictured: a part of the window as it is seen, or a picture that the window made. */
export type PictureSource =
  | ({ readonly kind: 'area' } & PictureArea)
  /** A PNG in base64. */
  | { readonly kind: 'png'; readonly png: string }

/** Where a picture goes. */
export type PictureTarget = 'file' | 'clipboard'

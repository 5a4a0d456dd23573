/**
 * What the two processes of the stand-in for Electron say to each other: main, and the test that
 * drives the browser. Windows are named by the id of their contents.
 */

/** A rectangle in DIP. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** From main to the test. */
export type ToDriver =
  | { readonly kind: 'open'; readonly window: number; readonly url: string; readonly area: Area }
  | { readonly kind: 'load'; readonly window: number; readonly url: string }
  | { readonly kind: 'reload'; readonly window: number }
  | { readonly kind: 'resize'; readonly window: number; readonly area: Area }
  | { readonly kind: 'close'; readonly window: number }
  | { readonly kind: 'send'; readonly window: number; readonly text: string }
  | {
      readonly kind: 'key'
      readonly window: number
      readonly isDown: boolean
      /** The name of a key, as in the DevTools protocol: `Space`, `Enter`, `a`. */
      readonly key: string
    }
  | { readonly kind: 'served'; readonly id: number; readonly answer: ServedFile }
  | { readonly kind: 'capture'; readonly id: number; readonly window: number; readonly area: Area }
  | { readonly kind: 'evaluated'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'evaluation-failed'; readonly id: number; readonly error: string }

/** From the test to main. */
export type ToMain =
  | { readonly kind: 'received'; readonly window: number; readonly text: string }
  | { readonly kind: 'closed'; readonly window: number }
  | { readonly kind: 'gone'; readonly window: number }
  | { readonly kind: 'serve'; readonly id: number; readonly url: string; readonly method: string }
  | { readonly kind: 'captured'; readonly id: number; readonly png: Uint8Array }
  | {
      readonly kind: 'evaluate'
      readonly id: number
      /** The text of a function of Electron's module and an argument. */
      readonly source: string
      readonly argument: unknown
      /** The window that the function is called with instead of the module; null for the module. */
      readonly window: number | null
    }
  | { readonly kind: 'quit' }

/** The answer of main to a request of a page for a file. */
export interface ServedFile {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** From a page to main, over its window. */
export type FromPage =
  | { readonly kind: 'document'; readonly url: string }
  | { readonly kind: 'ready' }
  | { readonly kind: 'title'; readonly title: string }
  | {
      readonly kind: 'invoke'
      readonly id: number
      readonly channel: string
      readonly payload: unknown
    }
  | { readonly kind: 'port'; readonly port: number; readonly data: unknown }
  | { readonly kind: 'input'; readonly input: PageInput }

/** A real press on a page: scripts cannot cause it. */
export type PageInput =
  | {
      readonly type: 'mouseDown' | 'mouseUp' | 'touchStart' | 'touchEnd'
      readonly x: number
      readonly y: number
      readonly button: number
    }
  | {
      readonly type: 'keyDown' | 'keyUp'
      readonly key: string
      readonly isAutoRepeat: boolean
      readonly isComposing: boolean
      readonly control: boolean
      readonly alt: boolean
      readonly shift: boolean
      readonly meta: boolean
    }

/** From main to a page. */
export type ToPage =
  | {
      readonly kind: 'reply'
      readonly id: number
      readonly value: unknown
    }
  | { readonly kind: 'failed'; readonly id: number; readonly error: string }
  | {
      readonly kind: 'message'
      readonly channel: string
      readonly argument: unknown
      readonly ports: readonly number[]
    }
  | { readonly kind: 'port'; readonly port: number; readonly data: unknown }
  | { readonly kind: 'port-closed'; readonly port: number }

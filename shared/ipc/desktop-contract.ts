import { returns, type Nothing, op } from './entry.js'
import { z } from 'zod'
import type { KeyBindings } from '../domain/app/key-bindings.js'
import { RESET_LEVELS, type ResetView } from '../domain/app/reset.js'
import { UPDATE_ACTIONS } from '../domain/app/update-view.js'
import { PictureSource, PictureTarget } from '../domain/app/picture-request.schema.js'

const nothing = z.strictObject({})
const main = ['main'] as const

/** What a window requests of the desktop around it: its end, files of shortcuts, and pictures. */
export const desktopContract = {
  /** Requests a file name and writes the stored shortcuts; false when the person canceled. */
  'keys.export': op({
    in: nothing,
    out: returns<{ readonly saved: boolean }>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Begins to quit Countersign; it may ask the person first, and they may stay. */
  'app.quit': op({
    in: nothing,
    out: returns<Nothing>(),
    surfaces: main,
    effect: 'session',
  }),
  /**
   * Ends Countersign and starts it again, as soon as no order is on its way; it may ask the person
   * first, and they may stay.
   */
  'app.restart': op({
    in: nothing,
    out: returns<Nothing>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Requests a file name and writes a report for support; false when the person canceled. */
  'support.export': op({
    in: nothing,
    out: returns<{ readonly saved: boolean }>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Returns what a reset has to wait for, and what it concerns. */
  'reset.view': op({ in: nothing, out: returns<ResetView>(), surfaces: main, effect: 'read' }),
  /**
   * Quits Countersign, whose next start sets settings, profiles or everything aside. Refused with a
   * reason while an order is on its way, an instruction is pending, or live trading is allowed.
   */
  'reset.request': op({
    in: z.strictObject({ level: z.enum(RESET_LEVELS) }),
    out: returns<Nothing>(),
    surfaces: main,
    effect: 'authority',
  }),
  /** Takes a restart back that waits for orders. */
  'app.cancel-restart': op({
    in: nothing,
    out: returns<Nothing>(),
    surfaces: main,
    effect: 'session',
  }),
  /**
   * Looks for a newer version, downloads it, or restarts into it. What comes of it is in the topic
   * `updates`; a restart that has to wait is refused with its reasons.
   */
  'updates.act': op({
    in: z.strictObject({ action: z.enum(UPDATE_ACTIONS) }),
    out: returns<Nothing>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Returns the shortcuts of a file that the person chooses; null when they canceled. */
  'keys.import': op({
    in: nothing,
    out: returns<{ readonly bindings: KeyBindings | null }>(),
    surfaces: main,
    effect: 'session',
  }),
  /**
   * Takes a picture of a part of the window that requests it, or one that the window made, to a
   * file that the person chooses or to the clipboard; false when they canceled.
   */
  'picture.take': op({
    in: z.strictObject({
      source: PictureSource,
      name: z.string().regex(/^[a-z-]{1,30}$/),
      target: PictureTarget,
    }),
    out: returns<{ readonly taken: boolean }>(),
    surfaces: ['main', 'panel'],
    effect: 'session',
  }),
} as const

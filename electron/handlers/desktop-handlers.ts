import type { KeyBindings } from '../../shared/domain/app/key-bindings.js'
import type {
  PictureSource,
  PictureTarget,
} from '../../shared/domain/app/picture-request.schema.js'
import type { ResetLevel, ResetView } from '../../shared/domain/app/reset.js'
import type { UpdateAction } from '../../shared/domain/app/update-view.js'
import type { AppError } from '../../shared/domain/app/app-error.js'
import { ok, type Result } from '../../shared/domain/result.js'
import type { Handlers } from './handler.js'

/** Sets settings, profiles or everything aside, at the next start. */
export interface ResetServices {
  view(): ResetView
  request(level: ResetLevel): Promise<Result<void, AppError>>
}

/** The desktop around the windows, as they use it. */
export interface DesktopServices {
  /** Writes and reads files of shortcuts that the person chooses. */
  readonly keys: {
    save(): Promise<Result<boolean, AppError>>
    read(): Promise<Result<KeyBindings | null, AppError>>
  }
  /** Saves and copies pictures of panels and charts. */
  readonly panelPictures: {
    take(
      source: PictureSource,
      name: string,
      target: PictureTarget,
      sender: number,
    ): Promise<Result<boolean, AppError>>
  }
  /** Begins to quit the program; it may ask the person first. */
  quit(): void
  /** Writes a report for support to a file that the person chooses. */
  readonly support: { save(): Promise<Result<boolean, AppError>> }
  /** Restarts the program once no order is on its way, or takes that request back. */
  readonly restart: { request(): void; cancel(): void }
  readonly reset: ResetServices
  readonly updates: { act(action: UpdateAction): Promise<Result<void, AppError>> }
}

/** Creates the handlers of what windows request of the desktop. */
export const createDesktopHandlers = ({
  keys,
  panelPictures,
  quit,
  restart,
  updates,
  support,
  reset,
}: DesktopServices): Pick<
  Handlers,
  | 'app.quit'
  | 'app.restart'
  | 'app.cancel-restart'
  | 'support.export'
  | 'reset.view'
  | 'reset.request'
  | 'keys.export'
  | 'keys.import'
  | 'picture.take'
  | 'updates.act'
> => ({
  'app.quit': async () => {
    quit()
    return ok({})
  },
  'app.restart': async () => {
    restart.request()
    return ok({})
  },
  'support.export': async () => {
    const saved = await support.save()
    return saved.ok ? ok({ saved: saved.value }) : saved
  },
  'reset.view': () => Promise.resolve(ok(reset.view())),
  'reset.request': async ({ level }) => {
    const done = await reset.request(level)
    return done.ok ? ok({}) : done
  },
  'app.cancel-restart': async () => {
    restart.cancel()
    return ok({})
  },
  'updates.act': async ({ action }) => {
    const done = await updates.act(action)
    return done.ok ? ok({}) : done
  },
  'picture.take': async ({ source, name, target }, { sender }) => {
    const taken = await panelPictures.take(source, name, target, sender)
    return taken.ok ? ok({ taken: taken.value }) : taken
  },
  'keys.export': async () => {
    const saved = await keys.save()
    return saved.ok ? ok({ saved: saved.value }) : saved
  },
  'keys.import': async () => {
    const read = await keys.read()
    return read.ok ? ok({ bindings: read.value }) : read
  },
})

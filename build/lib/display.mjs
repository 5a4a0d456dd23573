import { UserError } from './terminal.mjs'

/** Throws without a display. Checked first, before any installation begins. */
export function requireDisplay() {
  if (process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']) {
    return
  }
  throw new UserError(
    'There is no display. Start from a desktop session, or on a virtual one: xvfb-run -a npm start',
  )
}

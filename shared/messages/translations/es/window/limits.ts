import type { limitNotices, limitsText } from '../../../en/window/limits.js'
import type { Translated } from '../../../translated.js'

/** The lock-out after a daily loss, in Spanish. */
export const limitsTextEs: Translated<typeof limitsText> = {
  open: 'Límites de órdenes…',
  lockedUntil: (account, time) =>
    `La cuenta ${account} está bloqueada para órdenes nuevas hasta ${time} ET.`,
  lockedSession: (account) =>
    `La cuenta ${account} está bloqueada para órdenes nuevas hasta su próxima sesión.`,
  lockedLoss: (dayPnl, limit) =>
    `Se alcanzó el límite de pérdida diaria: G/P del día ${dayPnl} de ${limit}.`,
  lockedDamage: 'El registro de límites y bloqueos estaba dañado.',
  lockedPasses: 'Las cancelaciones y las órdenes que solo reducen una posición siguen pasando.',
  lockedFinal: 'Nada lo levanta antes.',
  lockedBadge: (time) => `Bloqueada hasta ${time} ET`,
  lockedBadgeSession: 'Bloqueada hasta la próxima sesión',
}

/** Notices about the record of the limits, in Spanish. */
export const limitNoticesEs: Translated<typeof limitNotices> = {
  'limits-not-stored':
    'Un límite o un bloqueo no se pudo guardar en este equipo. Está en vigor y se vuelve a guardar cada dos segundos; libere espacio en el disco.',
  'limits-damaged':
    'No se pudo leer el archivo con los límites de sus órdenes. Se renombró, no se eliminó. Rigen los límites predeterminados y todas las cuentas quedan bloqueadas para órdenes nuevas hasta su próxima sesión. Revise sus límites en Configuración.',
}

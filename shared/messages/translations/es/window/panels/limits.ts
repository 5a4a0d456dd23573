import type { limitsPanelText } from '../../../../en/window/panels/limits.js'
import type { Translated } from '../../../../translated.js'

/** The form of the order limits that a person sets, in Spanish. */
export const limitsPanelTextEs: Translated<typeof limitsPanelText> = {
  title: 'Límites de órdenes',
  intro:
    'Estos límites rigen para todas las órdenes de este perfil, manuales y de asistentes. Las cancelaciones y las órdenes que solo reducen una posición siempre pasan; la banda de precios rige también para ellas.',
  heads: { limit: 'Límite', value: 'Valor', used: 'En uso ahora', initial: 'Predeterminado' },
  names: {
    maxQuantity: 'Orden máxima, cantidad',
    maxNotional: 'Orden máxima, valor',
    priceBand: 'Banda de precios',
    maxShare: 'Parte de la cuenta',
    maxOpenOrders: 'Órdenes abiertas',
    maxOrdersPerDay: 'Órdenes por día',
    maxDailyLoss: 'Pérdida diaria',
  },
  hints: {
    maxQuantity:
      'Acciones o contratos en una orden, también los que compra un importe. Las monedas se limitan solo por valor.',
    maxNotional:
      'Precio × cantidad × multiplicador, en la divisa de la orden. Ventas y stops, por el mayor entre su precio y el mercado.',
    priceBand: 'Cuánto puede un precio límite sobrepasar el último precio.',
    maxShare:
      'Valor de una orden, sobre el patrimonio de la cuenta en su divisa. Vacío: sin límite.',
    maxOpenOrders: 'Órdenes activas y órdenes con resultado desconocido, en todas las cuentas.',
    maxOrdersPerDay:
      'Órdenes enviadas en un día de negociación, en todas las cuentas: acciones desde las 20:00 y futuros desde las 18:00 de Nueva York de la víspera; criptomonedas desde la medianoche UTC. Vacío: sin límite.',
    maxDailyLoss:
      'Pérdida realizada y abierta de una cuenta, como en G/P día. Al alcanzarla, la cuenta queda bloqueada hasta su próxima sesión y nada lo levanta antes. Vacío: sin límite.',
  },
  units: {
    maxQuantity: 'unidades',
    maxNotional: 'por orden',
    priceBand: '%',
    maxShare: '%',
    maxOpenOrders: 'órdenes',
    maxOrdersPerDay: 'órdenes',
    maxDailyLoss: 'por cuenta',
  },
  none: 'Sin límite',
  perOrder: 'Por orden',
  equity: (amount) => `Patrimonio ${amount}`,
  ofLimit: (used, limit) => `${used} de ${limit}`,
  dayPnl: (used, limit) => `G/P día ${used} de ${limit}`,
  dayPnlOnly: (used) => `G/P día ${used}`,
  required: 'Introduzca un número.',
  whole: 'Introduzca un número entero.',
  range: (min, max) => `Introduzca de ${min} a ${max}.`,
  raisedTitle: 'Está subiendo límites',
  raisedNow: (names) => `${names}: en vigor en cuanto guarde.`,
  raisedLater: (names) =>
    `${names}: en vigor cuando todas las cuentas hayan empezado su próximo día de negociación (acciones: 20:00 de Nueva York de la víspera). Hasta entonces rige el valor actual, para que un mal día no empeore.`,
  raisedNowNote: 'Subido: en vigor al guardar.',
  raisedLaterNote: 'Subido: desde la próxima sesión.',
  lowered: 'Los límites más bajos rigen en cuanto guarde.',
  inEffect: (value, time) => `${value} rige hasta ${time} ET.`,
  inEffectSession: (value) => `${value} rige hasta la próxima sesión.`,
  save: 'Guardar límites',
  saved: 'Límites de órdenes guardados',
  reset: 'Usar predeterminados',
  locked: 'Bloqueada para órdenes nuevas',
}

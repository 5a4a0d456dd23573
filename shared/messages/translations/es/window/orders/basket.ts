import type { basketText } from '../../../../en/window/orders/basket.js'
import type { Translated } from '../../../../translated.js'

/** Texts of the basket of prepared orders, in Spanish. */
export const basketTextEs: Translated<typeof basketText> = {
  empty: 'No hay órdenes en la cesta',
  emptyHint: 'Rellene la boleta y pulse «Añadir a la cesta». Nada se envía antes de su revisión.',
  add: 'Añadir a la cesta',
  addHint: 'Prepara esta orden sin enviarla.',
  added: (order) => `En la cesta: ${order}`,
  open: (count) => `Cesta (${count})`,
  full: (max) => `La cesta está llena: ${max} órdenes como máximo.`,
  list: 'Órdenes preparadas',
  mode: 'Enviar',
  modes: {
    separate: 'Por separado',
    oco: 'Vinculadas: una cancela las otras (OCO)',
    oto: 'Vinculadas: la primera activa las otras (OTO)',
    otoco: 'Vinculadas: la primera activa, una cancela (OTOCO)',
  },
  meanings: {
    separate: 'Cada orden es independiente. Si una se rechaza, las otras se envían igualmente.',
    oco: 'Todas trabajan a la vez. Cuando una se ejecuta, el bróker cancela las otras. Se aceptan todas o ninguna.',
    oto: 'Las otras empiezan a trabajar cuando se ha ejecutado la primera. Se aceptan todas o ninguna.',
    otoco:
      'Las otras empiezan a trabajar cuando se ha ejecutado la primera; cuando una de ellas se ejecuta, el bróker cancela el resto. Se aceptan todas o ninguna.',
  },
  edit: (order) => `Volver a la boleta: ${order}`,
  up: (order) => `Subir: ${order}`,
  down: (order) => `Bajar: ${order}`,
  remove: (order) => `Quitar: ${order}`,
  removeSent: 'Quitar las órdenes aceptadas',
  ready: 'Sin enviar',
  sending: 'Enviando',
  rejected: (reason) => `Rechazada, no se creó ninguna orden. Motivo del bróker: ${reason}`,
  noReason: 'no indicó ninguno.',
  denied: (reasons) => `No enviada, no se creó ninguna orden: ${reasons}`,
  failed: (problem) => `No enviada, no se creó ninguna orden: ${problem}`,
  unknown: 'Es posible que la orden exista. Se comprueba su estado: no la envíe de nuevo.',
  closingBeyond: {
    sell: (held) => `Tiene ${held}, y una orden no vende más que eso.`,
    buy: (held) => `Su posición corta es de ${held}, y una orden no recompra más que eso.`,
  },
  closingAbove: {
    sell: ({ held, taken, free }, isRefused) =>
      `Las órdenes de arriba venden ${taken} de sus ${held}${
        isRefused
          ? free === null
            ? ', así que no queda nada que vender.'
            : `, así que solo se pueden vender ${free}.`
          : '. Si todas se ejecutan, el exceso abre una posición corta.'
      }`,
    buy: ({ held, taken, free }, isRefused) =>
      `Las órdenes de arriba recompran ${taken} de las ${held} unidades de su posición corta${
        isRefused
          ? free === null
            ? ', así que no queda nada que recomprar.'
            : `, así que solo se pueden recomprar ${free}.`
          : '. Si todas se ejecutan, el exceso abre una posición larga.'
      }`,
  },
  cost: 'Costo estimado',
  fees: 'Comisiones',
  noEstimate: 'Sin estimación',
  review: (count) => (count === 1 ? 'Revisar 1 orden' : `Revisar ${count} órdenes`),
  title: 'Revisar la cesta',
  back: 'Volver',
  send: (count) => (count === 1 ? 'Enviar 1 orden' : `Enviar ${count} órdenes`),
  note: 'Cada orden se envía una sola vez. Si no llega respuesta, se comprueba su estado antes de enviar nada más.',
}

import type { instructionText } from '../../../en/window/instructions.js'
import type { Translated } from '../../../translated.js'

const orders = (count: number): string =>
  count === 1 ? '1 orden cancelada' : `${count} órdenes canceladas`

/** Instructions outside their panel: the status bar and the kill switch, in Spanish. */
export const instructionTextEs: Translated<typeof instructionText> = {
  badge: (count) => (count === 1 ? '1 instrucción pendiente' : `${count} instrucciones pendientes`),
  badgeHint: 'Los asistentes solicitan órdenes; no se envía nada antes de que usted apruebe.',
  kill: {
    command: 'Detener asistentes…',
    now: 'Detener asistentes',
    nowCommand: 'Detener asistentes ahora',
    nowHint:
      'Detiene a todos los asistentes de inmediato: los pausa, retira sus solicitudes y cancela las órdenes que colocaron.',
    halted: 'Asistentes detenidos',
    title: 'Detener ahora',
    body: 'Elija qué detener. Surte efecto de inmediato y no envía ninguna orden nueva.',
    assistants: 'Solo asistentes',
    assistantsHint:
      'Pausa a todos los asistentes, retira sus solicitudes y cancela las órdenes que colocaron. Usted puede seguir negociando.',
    all: 'Todo',
    allToo: 'Detener también todo',
    allHint: 'Detiene toda la negociación y a los asistentes, y cancela todas las órdenes activas.',
    halt: 'Solo detener la negociación',
    haltHint:
      'Solo se envían cancelaciones y «Cerrar posiciones». Las órdenes activas siguen en el bróker.',
    close: 'Cerrar',
    busy: 'Deteniendo',
    done: (withdrawn, cancelled) =>
      `${withdrawn === 1 ? '1 instrucción retirada' : `${withdrawn} instrucciones retiradas`}, ${orders(cancelled)}.`,
    left: (working, unknown) => `${working} activas, ${unknown} desconocidas.`,
    leftAtLeast: (working, unknown) => `Al menos ${working} activas, ${unknown} desconocidas.`,
    more: (count) => `y ${count} más`,
    listing: 'Se están leyendo las listas de órdenes abiertas del bróker.',
    untouched: 'No se tocó ninguna orden; las que están en el bróker siguen activas.',
    checking: 'Comprobando que no queda nada.',
    checkingHint:
      'No se conoce ninguna orden abierta. Countersign lee dos veces las listas del bróker antes de informar que no queda ninguna.',
    haltedTitle: {
      assistants: 'Los asistentes están detenidos',
      all: 'Toda la negociación está detenida',
    },
    leftOver: 'Todavía en curso. Cancelando y comprobando:',
    leftState: { working: 'aún puede ejecutarse', unknown: 'desconocida' },
    survives: 'Sigue en vigor tras un reinicio hasta que usted la levante.',
    lift: 'Levantar la detención',
    liftHint:
      'Las claves de los asistentes vuelven a funcionar. Cada asistente sigue en pausa hasta que usted lo reanude.',
    liftHintAll:
      'Los asistentes se pueden reanudar uno por uno. La negociación sigue detenida hasta que usted la reanude.',
    letIn: 'Reanudar un asistente',
    resume: (name) => `Reanudar ${name}`,
    lifted: 'La detención se levantó. Estos asistentes siguen en pausa:',
  },
  flatten: {
    title: 'Cerrar posiciones',
    hint: {
      assistants:
        'Un paso aparte: cierra las posiciones que abrieron las órdenes de los asistentes. Usted ve cada orden antes de que se envíe.',
      all: 'Un paso aparte: cierra todas las posiciones. Usted ve cada orden antes de que se envíe.',
    },
    plan: 'Mostrar las órdenes…',
    none: 'No hay ninguna posición que cerrar.',
    rows: 'Estas órdenes se envían cuando usted confirme:',
    skipped: 'Estas quedan abiertas:',
    understood: 'He revisado estas órdenes',
    send: (count) => (count === 1 ? 'Enviar 1 orden' : `Enviar ${count} órdenes`),
    back: 'Volver',
    busy: 'Enviando',
    outcomes: {
      acknowledged: 'En el bróker',
      rejected: 'Rechazada',
      denied: 'No enviada',
      unknown: 'Aún desconocido',
    },
  },
}

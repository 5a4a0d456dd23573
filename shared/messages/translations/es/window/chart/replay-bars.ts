import type { Environment } from '../../../../../domain/environment.js'
import type { replayBarsText } from '../../../../en/window/chart/replay-bars.js'
import type { Translated } from '../../../../translated.js'

const GIVERS: Readonly<Record<Environment, string>> = {
  practice: 'esta bolsa de práctica',
  sandbox: 'el entorno de pruebas',
  production: 'su bróker',
}
const PROFILES: Readonly<Record<Environment, string>> = {
  practice: 'del perfil de práctica',
  sandbox: 'del perfil de pruebas',
  production: 'del perfil de producción',
}

export const replayBarsTextEs: Translated<typeof replayBarsText> = {
  command: 'Repetir estas barras…',
  open: (symbol) => `Repetir barras de ${symbol}…`,
  hint: 'Las barras de un minuto que este perfil muestra en su gráfico, también las de un bróker real.',
  title: (symbol) => `Repetir barras de ${symbol}`,
  day: 'Día',
  dayHint: 'Días de negociación cuya sesión regular ya terminó, primero el más reciente.',
  how: (symbol, environment) =>
    `${symbol} se mueve por las barras de un minuto que ${GIVERS[environment]} dio de ese día: cada minuto tiene exactamente la apertura, el máximo, el mínimo, el cierre y el volumen grabados. El gráfico muestra los días anteriores.`,
  points: [
    'Empieza un minuto antes de la apertura. Elija la velocidad, o deténgalo, en el panel Práctica.',
    'Las órdenes van a una cuenta de práctica de un perfil nuevo. Sus órdenes y su diario quedan aparte.',
    'La compra, la venta, el libro y el recorrido dentro de cada minuto son simulados. Sus propias ejecuciones no cambian las barras.',
    'Todo lo demás en esa bolsa es simulado: los otros símbolos, las opciones, las noticias y los dividendos.',
    'En los minutos sin barra no se negocia nada: el precio se queda. Tras la última barra el símbolo no se negocia.',
  ],
  cancel: 'Cancelar',
  start: 'Repetir',
  reading: 'Leyendo las barras…',
  replayed: ({ symbol, day, environment, profile }) =>
    `${symbol} sigue barras grabadas del ${day}, ${PROFILES[environment]} ${profile}; todo lo demás es simulado.`,
}

import type { CatalogueLike } from '../../catalogue.js'
import type { EnglishCatalogue } from '../../en/index.js'

/** The error in a draft and how to correct it, in Spanish. */
export const draft: CatalogueLike<EnglishCatalogue>['draft'] = {
  'symbol-missing': 'Elija un símbolo.',
  'quantity-not-positive': 'Introduzca una cantidad mayor que cero.',
  'quantity-precision': 'La cantidad admite como máximo cinco decimales.',
  'quantity-whole': 'Esta orden solo admite acciones enteras.',
  'amount-not-positive': 'Introduzca un importe mayor que cero.',
  'amount-precision': 'El importe admite como máximo dos decimales.',
  'amount-needs-market': 'Solo las órdenes a mercado admiten un importe en dólares.',
  'limit-price-missing': 'Introduzca un precio límite.',
  'limit-price-not-positive': 'El precio límite debe ser mayor que cero.',
  'limit-price-tick':
    'El precio límite está entre dos incrementos: use centavos, o centésimas de centavo por debajo de un dólar.',
  'stop-price-missing': 'Introduzca un precio stop.',
  'stop-price-not-positive': 'El precio stop debe ser mayor que cero.',
  'stop-price-tick':
    'El precio stop está entre dos incrementos: use centavos, o centésimas de centavo por debajo de un dólar.',
  'trail-missing': 'Introduzca la distancia del stop dinámico.',
  'trail-not-positive': 'La distancia debe ser mayor que cero.',
  'trail-too-large': 'La distancia no puede superar el 100%.',
  'time-in-force-not-allowed': 'Este tipo de orden no admite esa vigencia.',
  'session-not-allowed': 'Fuera del horario regular solo se admiten órdenes limitadas.',
  'type-not-offered': 'Este tipo de orden no está disponible aquí.',
  'asset-class-not-offered': 'Aquí solo se pueden negociar acciones y ETF.',
  'short-needs-quantity': 'Una venta en corto se indica en acciones.',
  'price-not-used': 'Este tipo de orden no usa ese precio.',
  'expire-date-missing': 'Introduzca el día de vencimiento de la orden.',
  'amount-not-offered': 'Esta orden se indica por cantidad, no por importe.',
  'quantity-places': 'La cantidad tiene más decimales de los que admite este producto.',
  'quantity-out-of-bounds': 'La cantidad está fuera de los límites de este producto.',
  'amount-out-of-bounds': 'El valor de la orden está fuera de los límites de este producto.',
  'contracts-whole': 'Solo contratos enteros.',
  'price-step': 'El precio está entre dos incrementos de este producto.',
  'price-out-of-range': 'El precio está fuera del rango de este mercado.',
  'short-not-offered': 'Este producto se compra y se vende, no se vende en corto.',
  'terms-not-used': 'La orden tiene condiciones que este producto no admite.',
  'legs-missing': 'Indique las opciones de la orden.',
  'legs-mismatch': 'Las patas no coinciden con la orden.',
  'strategy-mismatch': 'Las patas son otra estrategia que la indicada.',
  'combination-limit-only': 'Las combinaciones son órdenes limitadas.',
  'intent-mismatch': 'Abrir o cerrar no coincide con el lado de la orden.',
  'legging-mismatch':
    'Con una pata se entra en una estrategia que el bróker nombra, o se sale de ella: una pata por orden.',
  'outcome-missing': 'Elija sí o no.',
  'trade-mode-mismatch':
    'Las órdenes por importe solo son de compra y «todo o nada» inmediato; si no, indique contratos.',
  'algo-mismatch':
    'Los algoritmos admiten órdenes a mercado y limitadas de acciones enteras, para el día y en horario regular.',
  'algo-percent':
    'La parte del volumen es un número entero de 1 a 20, y solo donde el algoritmo la usa.',
  'algo-times': 'El fin de un algoritmo es posterior a su inicio.',
}

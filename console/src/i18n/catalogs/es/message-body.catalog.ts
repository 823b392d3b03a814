// Translations of message-body, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'The message has no text.': 'El mensaje no tiene texto.',
  'Its text is no longer kept: the time for that is over. All else about it stays.':
    'Su texto ya no se conserva: pasó el plazo. Todo lo demás permanece.',
  'No text: binary content of {count} segments. The trace has its bytes.': {
    one: 'Sin texto: contenido binario de {count} segmento. La traza tiene sus bytes.',
    other: 'Sin texto: contenido binario de {count} segmentos. La traza tiene sus bytes.',
  },
  'Hidden content': 'Contenido oculto',
  'Show all {count} characters': { one: 'Mostrar todo', other: 'Mostrar los {count} caracteres' },
  'Show less': 'Mostrar menos',
  '{count} invisible or reordering characters are not shown.': {
    one: 'No se muestra {count} carácter invisible o de reordenación.',
    other: 'No se muestran {count} caracteres invisibles o de reordenación.',
  },
} satisfies Catalog

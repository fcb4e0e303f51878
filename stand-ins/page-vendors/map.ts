import { type Answer, type Asked, jsonAnswer, type Listening, serve } from './http.ts'

/** The key that the stand-in accepts. */
export const mapKey = 'key-of-the-map-stand-in'
export const mapAttribution = '© Stand-in Maps'

/** Serves a vector style and its tiles to those with the key, as vendors of maps do. */
export class MapStandIn {
  /** Answers tiles with this status instead, such as 429 for a quota that is used up. */
  tileStatus: number | null = null
  /** Answers the style with this status instead. */
  styleStatus: number | null = null
  /** The number of tiles that were served. */
  tiles = 0
  private listening: Listening | null = null
  private url = ''

  async listen(at?: { host: string; port: number }): Promise<string> {
    this.listening = await serve((asked) => this.answer(asked), at)
    this.url = this.listening.url
    return this.url
  }

  async close(): Promise<void> {
    await this.listening?.close()
  }

  private answer({ path, query }: Asked): Answer {
    const isKnown = query.get('key') === mapKey
    if (path === '/styles/streets/style.json') {
      if (this.styleStatus !== null) return jsonAnswer({ message: 'stand-in' }, this.styleStatus)
      return isKnown ? jsonAnswer(style(this.url)) : jsonAnswer({ message: 'Invalid key' }, 403)
    }
    if (/^\/tiles\/\d+\/\d+\/\d+\.pbf$/.test(path)) {
      if (this.tileStatus !== null) return jsonAnswer({ message: 'stand-in' }, this.tileStatus)
      if (!isKnown) return jsonAnswer({ message: 'Invalid key' }, 403)
      this.tiles++
      return { status: 200, type: 'application/x-protobuf', body: tile }
    }
    return { status: 404 }
  }
}

const style = (url: string) => ({
  version: 8,
  name: 'Streets',
  sources: {
    streets: {
      type: 'vector',
      tiles: [`${url}/tiles/{z}/{x}/{y}.pbf?key=${mapKey}`],
      minzoom: 0,
      maxzoom: 14,
      attribution: mapAttribution,
    },
  },
  layers: [
    { id: 'ground', type: 'background', paint: { 'background-color': '#f3e9d2' } },
    {
      id: 'land',
      type: 'fill',
      source: 'streets',
      'source-layer': 'land',
      paint: { 'fill-color': '#9fd49f' },
    },
  ],
})

/**
 * A Mapbox vector tile by hand: one layer, "land", with one square. Each field is its number and type, the length, and the
 * content; the square is MoveTo (512, 512), LineTo to the three other corners, and ClosePath, as zigzag numbers.
 */
const field = (number: number, content: readonly number[]) => [(number << 3) | 2, content.length, ...content]
const number = (at: number, ...bytes: number[]) => [at << 3, ...bytes]
const corner = [0x80, 0x08]
const side = [0x80, 0x30]
const back = [0xff, 0x2f]
const geometry = [9, ...corner, ...corner, 26, ...side, 0, 0, ...side, ...back, 0, 15]
const square = [...number(3, 3), ...field(4, geometry)]
const name = [...Buffer.from('land')]
const layer = [...field(1, name), ...field(2, square), ...number(5, 0x80, 0x20), ...number(15, 2)]
const tile = Buffer.from(field(3, layer))

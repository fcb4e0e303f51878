/** The package describes itself as an ES module with a default export, but Node.js loads a function from it. */
declare module 'bidi-js' {
  interface Embedding {
    /** The level of each UTF-16 code unit; odd levels are right-to-left. */
    levels: Uint8Array
    paragraphs: { start: number; end: number; level: number }[]
  }
  interface Bidi {
    getEmbeddingLevels(text: string, direction: 'ltr' | 'rtl' | 'auto'): Embedding
    /** The positions of the code units in visual order. */
    getReorderedIndices(text: string, embedding: Embedding): number[]
    getMirroredCharacter(sign: string): string | null
  }
  export default function bidiFactory(): Bidi
}

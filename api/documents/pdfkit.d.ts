import 'pdfkit'

declare global {
  namespace PDFKit.Mixins {
    interface StructureElementOptions {
      /** Of a table's heading cell: what it is the heading of. */
      scope?: 'Row' | 'Column'
    }
  }
}

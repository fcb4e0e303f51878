import 'pdfkit'

declare global {
  namespace PDFKit.Mixins {
    interface StructureElementOptions {
      /** Whether a table's heading cell heads a row or a column. */
      scope?: 'Row' | 'Column'
    }
  }
}

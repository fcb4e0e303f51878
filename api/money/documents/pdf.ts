export interface PdfFacts {
  title: string
  /** The BCP 47 language of the fixed text. Names may be in any language. */
  language: string
  /** The creation time in the file. It is fixed, because the same state must produce the same bytes. */
  made_at: string
}

/**
 * Begins a tagged PDF (PDF/UA) without pages. `bytes` resolves when it is ended. The library is loaded by the first
 * document, because many servers never make one and it needs several megabytes.
 */
export async function openPdf(facts: PdfFacts): Promise<{ pdf: PDFKit.PDFDocument; bytes: Promise<Buffer> }> {
  const { default: PDFDocument } = await import('pdfkit')
  const made_at = new Date(facts.made_at)
  const pdf = new PDFDocument({
    autoFirstPage: false,
    bufferPages: true,
    displayTitle: true,
    font: '',
    info: {
      Title: facts.title,
      Author: 'Openspot',
      Creator: 'Openspot',
      Producer: 'Openspot',
      CreationDate: made_at,
      ModDate: made_at,
    },
    lang: facts.language,
    pdfVersion: '1.7',
    tagged: true,
  })
  pdf.appendXML(
    '<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part></rdf:Description>',
  )
  const chunks: Buffer[] = []
  const bytes = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  return { pdf, bytes }
}

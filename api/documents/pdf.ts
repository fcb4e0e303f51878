import PDFDocument from 'pdfkit'

export interface PdfFacts {
  title: string
  /** BCP 47: of its words; names may be in any. */
  language: string
  /** Written into the file: the same state has to give the same bytes. */
  made_at: string
}

/** Begins a tagged PDF without a page (PDF/UA). Its bytes come once it is ended. */
export function openPdf(facts: PdfFacts): { pdf: PDFKit.PDFDocument; bytes: Promise<Buffer> } {
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

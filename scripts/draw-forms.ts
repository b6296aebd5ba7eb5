import { writeFile } from 'node:fs/promises';
import packed from '@sparticuz/chromium';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { DEMO_FORMS, type DemoField, type DemoForm } from '../src/demo/forms.ts';
import { html, trustedHtml, type Html } from '../src/lib/text/html.ts';

/* Draws the pictures of the demo's form templates from their fields, as empty paper forms. */
const FOLDER = new URL('../src/demo/pictures/', import.meta.url);
const SHEET = { width: 620, height: 877 };
const SCALE = 2;
const STYLE = `
  * { box-sizing: border-box; margin: 0; padding: 0; }
  body { width: 620px; height: 877px; padding: 44px 48px; background: #fff; color: #17212b;
    font: 14px/1.3 'Open Sans', sans-serif; display: flex; flex-direction: column; }
  header { border-bottom: 3px solid #0f766e; padding-bottom: 18px; }
  header p { color: #0f766e; font-size: 12px; font-weight: 700; letter-spacing: 0.08em; text-transform: uppercase; }
  h1 { font-size: 27px; margin: 2px 0 20px; }
  dl { display: grid; grid-template-columns: 34px 1fr 38px 1fr; gap: 12px; font-size: 12px; color: #5b6773; }
  dd { border-bottom: 1px solid #5b6773; height: 18px; }
  main { flex: 1; display: flex; flex-direction: column; justify-content: space-around; padding: 10px 0; }
  h2 { font-size: 14px; font-weight: 600; }
  b { display: inline-block; width: 22px; height: 22px; margin-right: 10px; border-radius: 11px; background: #0f766e;
    color: #fff; font-size: 12px; line-height: 22px; text-align: center; }
  i { color: #b91c1c; font-style: normal; margin-left: 4px; }
  section p { height: 30px; margin-left: 32px; border-bottom: 1px solid #8a96a3; }
  section p.short { width: 180px; }
  ul { display: flex; flex-wrap: wrap; gap: 6px 28px; margin: 12px 0 0 32px; list-style: none; }
  li::before { content: ''; display: inline-block; width: 16px; height: 16px; margin-right: 8px;
    border: 1.5px solid #17212b; border-radius: 3px; vertical-align: -3px; }
  footer { display: grid; grid-template-columns: 1fr 1fr; gap: 40px; font-size: 12px; color: #5b6773; }
  footer div { border-top: 1px solid #17212b; padding-top: 6px; }
`;

const browser = await chromium.launch({
  executablePath: await packed.executablePath(),
  args: ['--no-sandbox', '--disable-background-networking', '--headless=shell'],
  headless: true,
});
const page = await browser.newPage({ viewport: SHEET, deviceScaleFactor: SCALE });
for (const form of DEMO_FORMS) {
  await page.setContent(sheetOf(form).text);
  const picture = await sharp(await page.screenshot())
    .png({ palette: true, colours: 32, effort: 10, compressionLevel: 9 })
    .toBuffer();
  await writeFile(new URL(`${form.slug}.png`, FOLDER), picture);
  process.stdout.write(`${form.slug}.png ${picture.length} bytes\n`);
}
await browser.close();

function sheetOf({ name, category, fields }: DemoForm): Html {
  return html`<!doctype html>
    <meta charset="utf-8" />
    <style>
      ${trustedHtml(STYLE)}
    </style>
    <header>
      <p>${category}</p>
      <h1>${name}</h1>
      <dl>
        <dt>Site</dt>
        <dd></dd>
        <dt>Date</dt>
        <dd></dd>
      </dl>
    </header>
    <main>
      ${fields.map(
        (field, at) =>
          html`<section class="${field.type}">
            <h2><b>${at + 1}</b>${field.label}${field.required && html`<i>*</i>`}</h2>
            ${blankOf(field)}
          </section>`,
      )}
    </main>
    <footer>
      <div>Name</div>
      <div>Signature</div>
    </footer>`;
}

function blankOf({ type, options = [] }: DemoField): Html {
  switch (type) {
    case 'yes_no':
      return boxes(['Yes', 'No']);
    case 'choice':
    case 'choices':
      return boxes(options);
    case 'long_text':
      return html`<p></p>
        <p></p>
        <p></p>`;
    case 'number':
    case 'date':
    case 'time':
      return html`<p class="short"></p>`;
    case 'text':
      return html`<p></p>`;
  }
}

function boxes(options: readonly string[]): Html {
  return html`<ul>
    ${options.map((option) => html`<li>${option}</li>`)}
  </ul>`;
}

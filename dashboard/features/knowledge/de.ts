export const texts = {
  'No collections yet': 'Noch keine Sammlungen',
  'Collections group documents. Skills search collections, and bundles contain them.':
    'Sammlungen fassen Dokumente zusammen. Skills durchsuchen Sammlungen, und Pakete enthalten sie.',
  'New collection': 'Neue Sammlung',
  'Choose at least one document': 'Wählen Sie mindestens ein Dokument aus',
  'Groups of documents. You can delete empty collections.':
    'Gruppen von Dokumenten. Leere Sammlungen können Sie löschen.',
  'Show documents': 'Dokumente anzeigen',
  'The collection is empty. It is removed from all bundles and skills.':
    'Die Sammlung ist leer. Sie wird aus allen Paketen und Skills entfernt.',
  'Delete collection': 'Sammlung löschen',
  'Searches no longer find this document, and its file is permanently deleted.':
    'Suchen finden dieses Dokument nicht mehr, und die Datei wird endgültig gelöscht.',
  'Delete document': 'Dokument löschen',
  'Replacement of {name}': 'Ersatz für {name}',
  Replace: 'Ersetzen',
  'Process again': 'Erneut verarbeiten',
  'No documents yet': 'Noch keine Dokumente',
  'Upload handbooks, data sheets and instructions ({kinds}). Skills and agents search them.':
    'Laden Sie Handbücher, Datenblätter und Anleitungen hoch ({kinds}). Skills und Agenten durchsuchen sie.',
  'Language: {language}': 'Sprache: {language}',
  'The search language of the account: “bolts” also finds “bolt”. A change processes all documents again.':
    'Die Suchsprache des Kontos: „Schrauben“ findet auch „Schraube“. Nach einer Änderung werden alle Dokumente neu verarbeitet.',
  Upload: 'Hochladen',
  'Safety rules': 'Sicherheitsregeln',
  '{kinds}, up to {most_mb} MB each.': '{kinds}, je bis zu {most_mb} MB.',
  'Documents of the collection': 'Dokumente der Sammlung',
  'Choose documents': 'Dokumente auswählen',
  'None selected': 'Keine ausgewählt',
  'page {page}': 'Seite {page}',
  'Sections of the platform knowledge': 'Bereiche des Wissens der Plattform',
  Question: 'Frage',
  'How tight are the flange bolts?': 'Wie fest sind die Schrauben des Flansches?',
  'All collections': 'Alle Sammlungen',
  Passages: 'Textstellen',
  'Search your documents': 'Dokumente durchsuchen',
  'Enter a question to see the best-matching passages, with the matching words highlighted.':
    'Geben Sie eine Frage ein. Sie sehen die passendsten Textstellen, die Treffer sind hervorgehoben.',
  'No passage matches well. These passages contain less than half of your question.':
    'Keine Textstelle passt gut. Diese Textstellen enthalten weniger als die Hälfte Ihrer Frage.',
  'No matching passages': 'Keine passenden Textstellen',
  'Try fewer or other words, or upload a document on this topic.':
    'Versuchen Sie es mit weniger oder anderen Wörtern, oder laden Sie ein Dokument zum Thema hoch.',
  'Documents to upload': 'Dokumente zum Hochladen',
  General: 'Allgemein',
  'Skills can be limited to collections. Enter a new name to create a collection.':
    'Skills können auf Sammlungen beschränkt werden. Geben Sie einen neuen Namen ein, um eine Sammlung zu erstellen.',
  Uploads: 'Uploads',
  'Uploading {name}': '{name} wird hochgeladen',
  'Dismiss {name}': '{name} ausblenden',
  'Processing the document again': 'Das Dokument wird erneut verarbeitet',
  'Document deleted': 'Dokument gelöscht',
  'Collection deleted': 'Sammlung gelöscht',
  Uploaded: 'Hochgeladen',
  'Documents for skills and agents. You can find a document when it is ready.':
    'Dokumente für Skills und Agenten. Ein Dokument ist auffindbar, sobald es bereit ist.',
  'Test the search: skills and agents find the same passages.':
    'Testen Sie die Suche: Skills und Agenten finden dieselben Textstellen.',
  'Documents of the platform. Accounts find a document if one of their bundles contains its collection.':
    'Dokumente der Plattform. Konten finden ein Dokument, wenn eines ihrer Pakete seine Sammlung enthält.',
  'Searches all collections of the platform.': 'Durchsucht alle Sammlungen der Plattform.',
  Arabic: 'Arabisch',
  Armenian: 'Armenisch',
  Basque: 'Baskisch',
  Catalan: 'Katalanisch',
  English: 'Englisch',
  Greek: 'Griechisch',
  Hindi: 'Hindi',
  Hungarian: 'Ungarisch',
  Indonesian: 'Indonesisch',
  Irish: 'Irisch',
  Lithuanian: 'Litauisch',
  Nepali: 'Nepalesisch',
  Romanian: 'Rumänisch',
  Russian: 'Russisch',
  Serbian: 'Serbisch',
  Tamil: 'Tamil',
  Yiddish: 'Jiddisch',
  'Other or mixed': 'Andere oder gemischt',
  'No valid files. Choose other files.': 'Keine gültigen Dateien. Wählen Sie andere Dateien aus.',
  '{count, plural, one {# document} other {# documents}}':
    '{count, plural, one {# Dokument} other {# Dokumente}}',
  'Upload {count, plural, one {# document} other {# documents}}':
    '{count, plural, one {# Dokument} other {# Dokumente}} hochladen',
} as const;

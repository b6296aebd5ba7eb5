/** The README.txt of each archive. */
export const README = `This archive holds everything of one account of Tenant Ops.

records/NAME/000001.jsonl  one record a line, as JSON; large ones go on in 000002.jsonl
files/AREA/KEY             the files that records name: template_key and thumbnail_key of forms,
                           file_key of knowledge_documents
manifest.json              the account, the moment, how many records and files there are,
                           and the SHA-256 of everything else; it comes last: an archive
                           without it is not whole

All records are of one moment. Times are in UTC. Passwords, keys, tokens and secrets are not exported.
`;

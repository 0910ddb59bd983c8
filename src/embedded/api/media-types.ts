/** In which objects are written and read. */
export const OBJECT_TYPES = ["application/json", "application/yaml"];

/** Read for built-in kinds, and never written; refusals name it for all, as the real server does it. */
export const PROTOBUF = "application/vnd.kubernetes.protobuf";

/** What an `Accept` header says of someone who takes JSON. */
export const JSON_WANTED = ["*/*", "application/*", "application/json"];

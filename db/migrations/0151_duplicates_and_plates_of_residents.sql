-- What an import says about a person who is listed twice, and about a license plate that it can't use.
alter type resident_validation_code add value if not exists 'POSSIBLE_DUPLICATE';
alter type resident_validation_code add value if not exists 'INVALID_PLATE';

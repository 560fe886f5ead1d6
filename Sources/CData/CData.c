#include "CData.h"

// C23 has #embed; clang takes it in every version of C from 19 on, which Swift 6.2 has.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char categories[] = {
#embed "../../data/categories.csv"
    , 0};
static const char merchant_codes[] = {
#embed "../../data/mcc.csv"
    , 0};
static const char merchant_code_ranges[] = {
#embed "../../data/mcc_ranges.csv"
    , 0};
static const char merchants[] = {
#embed "../../data/merchants.csv"
    , 0};
static const char guardian_model[] = {
#embed "../../data/guardian-model.json"
    , 0};
static const char embedding_words[] = {
#embed "../../data/embeddings-vocab.txt"
    , 0};
static const char reward_cards[] = {
#embed "../../data/reward_cards.json"
    , 0};
static const unsigned char embeddings[] = {
#embed "../../data/embeddings.bin"
};

const char *purser_categories(void) { return categories; }
const char *purser_merchant_codes(void) { return merchant_codes; }
const char *purser_merchant_code_ranges(void) { return merchant_code_ranges; }
const char *purser_merchants(void) { return merchants; }
const char *purser_guardian_model(void) { return guardian_model; }
const char *purser_embedding_words(void) { return embedding_words; }
const char *purser_reward_cards(void) { return reward_cards; }
const unsigned char *purser_embeddings(void) { return embeddings; }
size_t purser_embeddings_size(void) { return sizeof embeddings; }
